import { docs } from '#docs'
import { endpoint } from '../../platform/http/endpoint.ts'
import { id } from '../../platform/schema/fields.ts'
import { listOf, listQuery } from '../../platform/schema/list-fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { activityTypes } from '#generated/resource-types.ts'
import { queryActivity, resourceNotFound } from '../activity.ts'
import { ActivityEntry } from '../presented-entry.ts'

const filters = {
  resource_type: z.enum(activityTypes).meta(docs('Type of the resource.')),
  resource_id: id.meta(docs('ID of the resource.')),
}

export const listActivity = endpoint('GET /activity', {
  summary: 'List the activity of a resource, newest first',
  isFunction: true,
  description:
    'For everyone who may read the resource now: the changes and the people who made them, kept for 400 ' +
    'days. Only fields that the caller may read now are included; for long texts, their size. Comments on ' +
    'a page or task, and messages of a ticket, are in the activity of the page, task or ticket. Agents also see ' +
    'the activity of deleted macros, and administrators that of deleted categories and events.',
  success: 'A page of entries, and the cursor of the next page.',
  query: listQuery(filters),
  response: listOf(ActivityEntry),
  problems: [resourceNotFound],
  handle: ({ actor, query: { resource_type, resource_id, ...page } }) =>
    queryActivity(actor, { type: resource_type, id: resource_id }, page),
})
