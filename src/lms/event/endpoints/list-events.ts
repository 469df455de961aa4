import { docs } from '#docs'
import { endpoint } from '../../../platform/http/endpoint.ts'
import { id, listOf, listQuery, timestamp } from '../../../platform/schema/fields.ts'
import { invalid } from '../../../platform/runtime/problem.ts'
import { queryCalendar } from '../list.ts'
import { EventSummary, EventType } from '../../../calendar/event.ts'

const day = 86_400_000

const windowOf = (from = new Date().toISOString(), end: string | undefined) => {
  const to = end ?? new Date(Date.parse(from) + 30 * day).toISOString()
  if (to < from) throw invalid('end', 'must not be before "start"')
  if (Date.parse(to) - Date.parse(from) > 366 * day)
    throw invalid('end', 'must be at most 366 days after "start"')
  return { start: from, end: to }
}

export const listEvents = endpoint('GET /lms/events', {
  summary: 'List the events in the caller’s calendar, by start',
  isFunction: true,
  description: 'Dates of courses that they wrote or are enrolled in, events for everyone, and their tasks.',
  query: listQuery({
    start: timestamp.optional().meta(docs('Events that start at this time or later; now by default.')),
    end: timestamp
      .optional()
      .meta(docs('Events that start before this time; 30 days after `start` by default, at most 366.')),
    type: EventType.optional(),
    course_id: id.optional().meta(docs('Only events of this course.')),
  }),
  response: listOf(EventSummary),
  handle: ({ actor, query: { start, end, type, course_id, ...page } }) =>
    queryCalendar(actor, { ...windowOf(start, end), type, course_id }, page),
})
