import * as z from '../../platform/schema/schema.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { feedOwner, feedPath, requireFeed } from '../../calendar/event-feed.ts'
import { queryCalendar } from '../event-list.ts'
import type { StoredEvent } from '../../calendar/event.ts'
import { icalendar } from '../../calendar/icalendar.ts'

/** The feed has what begins within a year of now, before and behind, and so many events at the most. */
const yearMilliseconds = 366 * 86_400_000
const maxEvents = 5_000

export const readEventFeed = endpoint(
  {
    method: 'GET',
    path: feedPath,
    summary: 'Read a calendar by its secret link, as iCalendar',
    access: 'public',
    query: z.strictObject({
      token: z.string().max(200).optional().meta({ description: 'The secret of the link.' }),
    }),
    produces: 'text/calendar; charset=utf-8',
    problems: { 401: 'The token is unknown or has been revoked.' },
  },
  async ({ query: { token } }) => {
    const id = feedOwner(token)
    const [start, end] = [-yearMilliseconds, yearMilliseconds].map((from) =>
      new Date(Date.now() + from).toISOString(),
    )
    const window = { start: start as string, end: end as string }
    // what is theirs does not hang on a role
    const read = (cursor?: string) => queryCalendar({ id, role: 'user' }, window, { limit: 1_000, cursor })
    const [, first] = await Promise.all([requireFeed(id, token as string), read()])

    const events: StoredEvent[] = first.items
    for (let { next_cursor } = first; next_cursor !== null && events.length < maxEvents;) {
      const page = await read(next_cursor)
      events.push(...page.items)
      next_cursor = page.next_cursor
    }
    return icalendar(events)
  },
)
