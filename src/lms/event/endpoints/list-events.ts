import { docs } from '#docs'
import { endpoint } from '../../../platform/http/endpoint.ts'
import { id, timestamp } from '../../../platform/schema/fields.ts'
import { listOf, listQuery, queryValues } from '../../../platform/schema/list-fields.ts'
import { invalid } from '../../../platform/runtime/problem.ts'
import { timezone } from '../../../platform/identity/user-settings.ts'
import { queryCalendar, timeFrom, loadTimezone } from '../list.ts'
import { dayMilliseconds } from '../../../calendar/dates.ts'
import { Event, EventType } from '../../../calendar/event.ts'

const parseWindow = (from = new Date().toISOString(), end: string | undefined) => {
  const to = end ?? timeFrom(from, 30)
  if (to < from) throw invalid('end', 'must not be before "start"')
  if (Date.parse(to) - Date.parse(from) > 366 * dayMilliseconds)
    throw invalid('end', 'must be at most 366 days after "start"')
  return { start: from, end: to }
}

export const listEvents = endpoint('GET /lms/events', {
  summary: 'List the events in the caller’s calendar, by start',
  isFunction: true,
  description:
    'Includes dates of courses that the caller wrote or is enrolled in, events for everyone, and due ' +
    'dates of the caller’s open tasks. An event is listed if it overlaps the period from `start` to ' +
    '`end`; an event that lasts whole days, if its dates do.',
  query: listQuery({
    start: timestamp.optional().meta(docs('Start of the period; now by default.')),
    end: timestamp
      .optional()
      .meta(docs('End of the period, exclusive; by default 30 days, and at most 366 days, after `start`.')),
    timezone: timezone.optional().meta(
      docs('Time zone of the dates of `start` and `end`; the caller’s by default.', {
        examples: ['Europe/Berlin'],
      }),
    ),
    type: queryValues(EventType).optional().meta(docs('Only events of these types.')),
    course_id: queryValues(id).optional().meta(docs('Only events of these courses.')),
  }),
  response: listOf(Event),
  handle: ({ actor, query: { start, end, timezone, type, course_id, ...page } }) => {
    const zone = timezone === undefined ? loadTimezone(actor) : Promise.resolve(timezone)
    return queryCalendar(actor, { ...parseWindow(start, end), timezone: zone, type, course_id }, page)
  },
})
