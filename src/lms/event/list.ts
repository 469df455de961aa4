import { isAmong } from '../../platform/schema/list-fields.ts'
import type { Actor } from '../../platform/identity/actor.ts'
import type { Reader } from '../../platform/resource.ts'
import type { SummaryOf } from '../../platform/table/entity.ts'
import { now } from '../../platform/runtime/time.ts'
import { users } from '../../platform/identity/user.ts'
import {
  betweenKeys,
  readList,
  type ListPage,
  type PageRequest,
  type Source,
} from '../../platform/table/list/list.ts'
import { visibleCoursesById, type LoadedCourse } from '../course/visible-courses.ts'
import { entries, type StoredCalendarEntry } from '../../calendar/entry.ts'
import { dayMilliseconds, maxDays, overlapsWith, type Window } from '../../calendar/dates.ts'
import { events, presentEvent, type PresentEvent, type StoredEvent } from '../../calendar/event.ts'

interface Filters {
  type?: StoredEvent['type'][] | undefined
  course_id?: string[] | undefined
}

type Row = StoredCalendarEntry | SummaryOf<StoredEvent>

/** Returns true if the events of a course belong to the calendar of this person. */
const isInCalendar = (actor: Reader, { course, enrollment }: LoadedCourse) =>
  enrollment !== undefined || course.author.id === actor.id

/** Loads the current events of rows; omits events that were deleted, moved, or no longer belong to the caller. */
const loadEvents = async (actor: Reader, rows: Row[]): Promise<PresentEvent[]> => {
  const ids = rows.map((row) => ('event_id' in row ? row.event_id : row.id))
  const course_ids = rows.flatMap((row) => ('event_id' in row && row.course_id) || [])
  const [found, seen] = await Promise.all([
    events.findMany(ids.map((id) => ({ id }))),
    visibleCoursesById(actor, course_ids),
  ])
  return found.flatMap((event, index) => {
    if (!event || event.start_at !== rows[index]?.start_at) return []
    const opened = seen.get(event.course_id ?? '')
    const course = opened && isInCalendar(actor, opened) ? opened.course : undefined
    const isTheirs = {
      everybody: true,
      course: course !== undefined,
      people: event.user_ids.includes(actor.id),
    }
    return isTheirs[event.audience] ? [presentEvent(event, course)] : []
  })
}

/** Returns a time some days after another, at most the last time with a four-digit year. */
export const timeFrom = (time: string, days: number) => {
  const latest = Date.parse('9999-12-31T23:59:59.999Z')
  return new Date(Math.min(Date.parse(time) + days * dayMilliseconds, latest)).toISOString()
}

/**
 * Maximum distance from a window, in days, at which an overlapping event of at most one day can begin. Whole days are
 * compared by date, and a date begins up to 26 hours apart around the world.
 */
const margin = 4

/** Returns the key ranges of a window. Events longer than a day have their own range, which is read first. */
const windowSources = (user_id: string, { start, end }: Pick<Window, 'start' | 'end'>): Source<Row>[] => {
  const audience = 'everybody'
  const from = timeFrom(start, -margin)
  return [
    ...betweenKeys<Row>(
      [...entries.in('longOfUser', { user_id }), ...events.in('longForEverybody', { audience })],
      timeFrom(from, -maxDays),
      from,
    ),
    ...betweenKeys<Row>(
      [...entries.in('ofUser', { user_id }), ...events.in('forEverybody', { audience })],
      from,
      timeFrom(end, margin),
    ),
  ]
}

/** Filters of a calendar; the time zone of the window may still be loading. */
export interface CalendarQuery extends Filters {
  start: string
  end: string
  timezone: Promise<string>
}

/**
 * Returns one page of a person's calendar by start, with whole events: entries in the person's own rows and events for
 * everybody that overlap the window. Takes two round trips.
 */
export const queryCalendar = async (
  actor: Reader,
  { start, end, timezone, type, course_id }: CalendarQuery,
  page: PageRequest,
): Promise<ListPage<PresentEvent>> => {
  const isOfKind = (row: Row) => isAmong(type, row.type) && isAmong<string | null>(course_id, row.course_id)
  const overlaps = timezone.then((zone) => overlapsWith({ start, end, timezone: zone }))
  const isWanted = overlaps.then((overlaps) => (row: Row) => isOfKind(row) && overlaps(row))
  const { items, next_cursor } = await readList(windowSources(actor.id, { start, end }), page, isWanted)
  const found = await loadEvents(actor, items)
  return { items: found.filter(await overlaps), next_cursor }
}

/** Length of the home screen's calendar in days, and its maximum number of events. */
export const coming = { days: 7, limit: 100 }

/** Returns a person's events of the next seven days. */
export const queryComing = async (actor: Reader, timezone: Promise<string>): Promise<PresentEvent[]> => {
  const start = now()
  const window = { start, end: timeFrom(start, coming.days), timezone }
  return (await queryCalendar(actor, window, { limit: coming.limit })).items
}

/** Returns the time zone in a person's settings. */
export const loadTimezone = async ({ id }: Pick<Actor, 'id'>): Promise<string> =>
  (await users.find({ id }))?.timezone ?? 'UTC'
