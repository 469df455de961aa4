import type { Actor } from '../platform/identity/actor.ts'
import type { SummaryOf } from '../platform/table/entity.ts'
import { readList, type Page, type PageRequest } from '../platform/table/list.ts'
import { visibleCourses } from './course-access.ts'
import { entries, events, type StoredEntry, type StoredEvent } from '../calendar/event.ts'

interface Window {
  /** `start ≤ start_at < end`, both as answers have times. */
  start: string
  end: string
  type?: StoredEvent['type'] | undefined
  course_id?: string | undefined
}

type Row = StoredEntry | SummaryOf<StoredEvent>
type Who = Pick<Actor, 'id' | 'role'>

/** The courses of events in which the caller takes part and which they may see. */
const ownCourses = async (actor: Who, ids: string[]): Promise<Set<string>> => {
  const found = await visibleCourses(actor, ids)
  return new Set(
    found.flatMap((seen) =>
      seen && (seen.enrollment || seen.course.author.id === actor.id) ? [seen.course.id] : [],
    ),
  )
}

/**
 * The events of rows, whole, as they are now; those that are gone, moved, or not the caller's any more are
 * left out.
 */
const loadEvents = async (actor: Who, rows: Row[]): Promise<StoredEvent[]> => {
  const ids = rows.map((row) => ('event_id' in row ? row.event_id : row.id))
  const known = [...new Set(rows.flatMap((row) => ('event_id' in row && row.course_id) || []))]
  const [found, around] = await Promise.all([
    events.findMany(ids.map((id) => ({ id }))),
    ownCourses(actor, known),
  ])
  return found.flatMap((event, index) => {
    if (!event || event.start_at !== rows[index]?.start_at) return []
    const isTheirs = {
      everybody: true,
      course: event.course_id !== null && around.has(event.course_id),
      people: event.user_ids.includes(actor.id),
    }
    return isTheirs[event.audience] ? [event] : []
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
): Promise<Page<StoredEvent>> => {
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
