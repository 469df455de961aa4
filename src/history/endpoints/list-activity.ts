import { docs } from '#docs'
import { endpoint } from '../../platform/http/endpoint.ts'
import { id, listOf, listQuery } from '../../platform/schema/fields.ts'
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
    'For everyone who may read the thing now: what was changed by whom, for 400 days. Only the fields that the ' +
    'caller may read in it now are shown, long texts by their size. What happens to the comments on a page or a ' +
    'task, or to the messages of a ticket, is in the activity of the page, task or ticket.',
  query: listQuery(filters),
  response: listOf(ActivityEntry),
  problems: [resourceNotFound],
  handle: ({ actor, query: { resource_type, resource_id, ...page } }) =>
    queryActivity(actor, { type: resource_type, id: resource_id }, page),
})
