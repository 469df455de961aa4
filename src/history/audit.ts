import { activityTypes } from '#generated/resource-types.ts'
import { historyEntries, type StoredHistoryEntry } from '../platform/history/entry.ts'
import { environment } from '../platform/runtime/environment.ts'
import { isAmong } from '../platform/schema/list-fields.ts'
import { idFrom, idTime } from '../platform/runtime/id.ts'
import { readList, type ListPage, type PageRequest, type Source } from '../platform/table/list/list.ts'

/** Types of resources that entries may concern: records, and sign-in events without a known person. */
export const auditTypes = [...activityTypes, 'sign_in_failure', 'lockout', 'support_policies'] as const

/** Filters that administrators choose; times have the form of responses. */
export interface AuditFilters {
  actor_id?: string[] | undefined
  action?: string[] | undefined
  resource_type?: string[] | undefined
  /** IDs of records of one type. */
  resource_id?: string[] | undefined
  /** `since ≤ at < until`. */
  since?: string | undefined
  until?: string | undefined
}

const dayMilliseconds = 86_400_000

/** Maximum time that a writer's clock may be ahead, in milliseconds. */
const clockMilliseconds = 60_000

/** Number of days searched together after a day without matches. */
const daysAtOnce = 31

type Entries = Source<StoredHistoryEntry>[]

/** Returns the ranges of the days from `last` back to `first`, both in milliseconds since 1970. */
const dayRanges = (first: number, last: number): Entries => {
  const count = Math.floor(last / dayMilliseconds) - Math.floor(first / dayMilliseconds) + 1
  return Array.from({ length: count }, (_, n) => new Date(last - n * dayMilliseconds).toISOString()).flatMap(
    (at) => historyEntries.in('ofDay', { at }) as Entries,
  )
}

type Wanted = Pick<AuditFilters, 'actor_id' | 'action' | 'resource_type'>

/** Returns the key ranges that contain all matches, and the filters that remain to be checked for each entry. */
const auditRanges = (filters: AuditFilters, days: () => Entries) => {
  const { actor_id, action, resource_type, resource_id } = filters
  const [type] = resource_type ?? []
  if (type !== undefined && resource_id !== undefined) {
    const sources = resource_id.flatMap(
      (id) => historyEntries.in('ofResource', { resource_type: type, resource_id: id }) as Entries,
    )
    return { sources, isByDay: false, wanted: { actor_id, action } }
  }
  if (actor_id !== undefined) {
    const sources = actor_id.flatMap((id) => historyEntries.in('ofActor', { actor_id: id }) as Entries)
    return { sources, isByDay: false, wanted: { action, resource_type } }
  }
  return { sources: days(), isByDay: true, wanted: { action, resource_type } }
}

/** Returns a function that checks an entry against the remaining filters; undefined if there are none. */
const auditFilter = (wanted: Wanted) => {
  const { actor_id, action, resource_type } = wanted
  if (Object.values(wanted).every((values) => values === undefined)) return undefined
  return (entry: StoredHistoryEntry) =>
    isAmong(actor_id, entry.actor_id ?? '') &&
    isAmong(action, entry.action) &&
    isAmong(resource_type, entry.resource_type)
}

interface Window {
  /** Earliest time, last ID, and maximum number of days; times in milliseconds since 1970. */
  begin: number
  from: string
  days: number
}

/** Returns the entries within a window; `next_cursor` continues after it, and is null if nothing can remain. */
const readWindow = async (
  filters: AuditFilters,
  { begin, from, days }: Window,
  limit: number,
): Promise<ListPage<StoredHistoryEntry>> => {
  const last = idTime(from)
  const first = Math.max(begin, last - (days - 1) * dayMilliseconds)
  const { sources, isByDay, wanted } = auditRanges(filters, () => dayRanges(first, last))
  const page = await readList(sources, { limit, cursor: from }, auditFilter(wanted))
  const items = page.items.filter(({ id }) => idTime(id) >= begin)
  if (items.length < page.items.length) return { items, next_cursor: null }
  const earlier = Math.floor(first / dayMilliseconds) * dayMilliseconds
  const next = isByDay && earlier > begin ? idFrom(earlier) : null
  return { items, next_cursor: page.next_cursor ?? next }
}

/**
 * Returns a page of entries, newest first, from the range of a record, a person or a day. A page may be short although
 * more entries follow. Only if a day has no match are the 31 days before it searched, in parallel.
 */
export const queryAudit = async (
  filters: AuditFilters,
  { limit, cursor }: PageRequest,
): Promise<ListPage<StoredHistoryEntry>> => {
  const now = Date.now()
  const begin = Math.max(
    Date.parse(filters.since ?? '') || 0,
    now - environment.historyDays * dayMilliseconds,
  )
  const end = Math.min(
    filters.until === undefined ? Infinity : Date.parse(filters.until),
    now + clockMilliseconds,
  )
  const from = cursor ?? idFrom(Math.max(end, 0))
  if (idTime(from) < begin) return { items: [], next_cursor: null }

  const page = await readWindow(filters, { begin, from, days: 1 }, limit)
  if (page.items.length > 0 || page.next_cursor === null) return page
  return readWindow(filters, { begin, from: page.next_cursor, days: daysAtOnce }, limit)
}
