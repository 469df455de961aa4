import { docs } from '#docs'
import { endpoint } from '../../platform/http/endpoint.ts'
import { id } from '../../platform/schema/fields.ts'
import { listOf, listQuery } from '../../platform/schema/list-fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { activityTypes } from '#generated/resource-types.ts'
import { queryActivity, resourceNotFound } from '../activity.ts'
import { ActivityEntry } from '../presented-entry.ts'

const filters = {
  resource_type: z.enum(activityTypes).meta(docs('Type of the thing.')),
  resource_id: id.meta(docs('Id of the thing.')),
}

export const listActivity = endpoint('GET /activity', {
  summary: 'List what happened to a thing, newest first',
  isFunction: true,
  description:
    'For everyone who may read the thing now: what was changed and by whom, kept for 400 days. Only fields ' +
    'that the caller may read now are shown; of long texts, their size. Comments on a page or a task, and ' +
    'messages of a ticket, appear in the activity of the page, task or ticket.',
  success: 'A page of entries, and the cursor of the next.',
  query: listQuery(filters),
  response: listOf(ActivityEntry),
  problems: [resourceNotFound],
  handle: ({ actor, query: { resource_type, resource_id, ...page } }) =>
    queryActivity(actor, { type: resource_type, id: resource_id }, page),
})
