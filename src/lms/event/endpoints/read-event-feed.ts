import { docs } from '#docs'
import * as z from '../../../platform/schema/schema.ts'
import { endpoint } from '../../../platform/http/endpoint.ts'
import { feedInvalid, feedPath } from '../../../calendar/event-feed.ts'
import { problemPages } from '../../../platform/http/answer/problem-page.ts'
import { icalendar } from '../../../calendar/icalendar.ts'
import { loadFeedEvents } from '../feed-events.ts'

export const readEventFeed = endpoint(`GET ${feedPath}`, {
  summary: 'Get a calendar by its secret link, as iCalendar',
  success: 'The calendar, as iCalendar.',
  description:
    'Includes up to 5,000 events that start within a year before or after the request. Anyone who has the ' +
    'link can read the calendar until the link is revoked.',
  access: 'public',
  query: z.strictObject({ token: z.string().max(200).optional().meta(docs('Secret token of the link.')) }),
  produces: 'text/calendar; charset=utf-8',
  problemPages,
  problems: [feedInvalid],
  handle: async ({ query: { token } }) => icalendar(await loadFeedEvents(token)),
})
