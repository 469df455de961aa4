import type { Actor } from '../../platform/identity/actor.ts'
import type { SummaryOf } from '../../platform/table/entity.ts'
import { readList, type ListPage, type PageRequest } from '../../platform/table/list/list.ts'
import { visibleCourses, type LoadedCourse } from '../course/access.ts'
import {
  entries,
  events,
  presentEvent,
  type StoredCalendarEntry,
  type StoredEvent,
} from '../../calendar/event.ts'

interface Window {
  /** `start ≤ start_at < end`, both as answers have times. */
  start: string
  end: string
  type?: StoredEvent['type'] | undefined
  course_id?: string | undefined
}

type Row = StoredCalendarEntry | SummaryOf<StoredEvent>
type Who = Pick<Actor, 'id' | 'role'>

/** Whether the events of a course are somebody's own. */
const takesPart = (actor: Who, { course, enrollment }: LoadedCourse) =>
  enrollment !== undefined || course.author.id === actor.id

/**
 * The events of rows, whole, as they are now; those that are gone, moved, or not the caller's any more are
 * left out.
 */
const loadEvents = async (actor: Who, rows: Row[]): Promise<StoredEvent[]> => {
  const ids = rows.map((row) => ('event_id' in row ? row.event_id : row.id))
  const known = [...new Set(rows.flatMap((row) => ('event_id' in row && row.course_id) || []))]
  const [found, courses] = await Promise.all([
    events.findMany(ids.map((id) => ({ id }))),
    visibleCourses(actor, known),
  ])
  const own = new Set(courses.flatMap((seen) => (seen && takesPart(actor, seen) ? [seen.course.id] : [])))
  return found.flatMap((event, index) => {
    if (!event || event.start_at !== rows[index]?.start_at) return []
    const isTheirs = {
      everybody: true,
      course: event.course_id !== null && own.has(event.course_id),
      people: event.user_ids.includes(actor.id),
    }
    return isTheirs[event.audience] ? [presentEvent(event)] : []
  })
}

/**
 * A page of somebody's calendar by start, with whole events: what stands in it by rows of its own, and what is for
 * everybody. Two round trips.
 */
export const queryCalendar = async (
  actor: Who,
  { start, end, type, course_id }: Window,
  { limit, cursor = start }: PageRequest,
): Promise<ListPage<StoredEvent>> => {
  const isWanted = (row: Row) =>
    (type === undefined || row.type === type) && (course_id === undefined || row.course_id === course_id)
  const { items, next_cursor } = await readList<Row>(
    [...entries.in('ofUser', { user_id: actor.id }), ...events.in('forEverybody', { audience: 'everybody' })],
    { limit, cursor },
    type || course_id ? isWanted : undefined,
  )
  const rows = items.filter(({ start_at }) => start_at < end)
  const isEnd = next_cursor === null || rows.length < items.length || next_cursor >= end
  return { items: await loadEvents(actor, rows), next_cursor: isEnd ? null : next_cursor }
}
