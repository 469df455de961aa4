import { feedOwner, requireFeed } from '../../calendar/event-feed.ts'
import type { PresentEvent } from '../../calendar/event.ts'
import { now } from '../../platform/runtime/time.ts'
import { queryCalendar, timeFrom } from './list.ts'

/** Length of a feed into the past and into the future, in days. */
const yearDays = 366

const maxEvents = 5_000
const pageSize = 1_000

/**
 * Returns the events of a feed by start: those within a year of now, at most 5,000. Throws 401 for an invalid token.
 */
export const loadFeedEvents = async (token = ''): Promise<PresentEvent[]> => {
  const id = feedOwner(token)
  const at = now()
  const window = {
    start: timeFrom(at, -yearDays),
    end: timeFrom(at, yearDays),
    timezone: Promise.resolve('UTC'),
  }
  // events in a person's own calendar do not depend on role or groups
  const read = (cursor?: string) =>
    queryCalendar({ id, role: 'user', groups: [] }, window, { limit: pageSize, cursor })
  // a wrong token costs one page, regardless of the size of the calendar
  const [, first] = await Promise.all([requireFeed(id, token), read()])

  const events = first.items
  for (let { next_cursor } = first; next_cursor !== null && events.length < maxEvents;) {
    const page = await read(next_cursor)
    events.push(...page.items)
    next_cursor = page.next_cursor
  }
  return events
}
