import { now } from '../../../platform/runtime/time.ts'
import { allOf, anyOf, compare, contains, equals, type Condition } from '../../../platform/table/condition.ts'
import type { SummaryOf } from '../../../platform/table/entity.ts'
import type { TicketFilters } from './filters.ts'
import type { StoredTicket } from '../ticket.ts'

/** A ticket as lists read it. */
export type TicketRow = Omit<SummaryOf<StoredTicket>, 'description_id' | 'moved' | 'given' | 'clock'>

/** A filter that is no key range: a test of rows that are read, and the same test of rows that are only counted. */
export interface RowFilter {
  keep: (ticket: TicketRow) => boolean
  where: Condition
}

/** Returns the filter by the value at a path, one of those given; `noValue` is the keyword for tickets without one. */
const byValue =
  (path: string[], noValue?: 'none') =>
  (wanted: readonly string[]): RowFilter => {
    const valueOf = (ticket: TicketRow) =>
      path.reduce((part, name) => (part as never)[name], ticket as unknown)
    return {
      keep: (ticket) => wanted.includes((valueOf(ticket) as string | null) ?? noValue ?? ''),
      where: anyOf(...wanted.map((value) => equals(['summary', ...path], value === noValue ? null : value))),
    }
  }

const dueAt = ['summary', 'next_due_at']

/** Returns the filter by the next due time: passed, or not. */
const byDueTime = (isPassed: boolean): RowFilter => {
  const time = now()
  return {
    keep: ({ next_due_at }) => isPassed === (next_due_at !== null && next_due_at <= time),
    where: isPassed ? compare(dueAt, '<=', time) : anyOf(equals(dueAt, null), compare(dueAt, '>', time)),
  }
}

/** Filters of rows by the name of their parameter; each returns the filter for the parameter's value. */
const rowFilters = {
  assignee_id: byValue(['assignee_id'], 'none'),
  group_id: byValue(['group_id'], 'none'),
  priority: byValue(['priority']),
  category: byValue(['category']),
  tag: (wanted: readonly string[]): RowFilter => ({
    keep: ({ tags }) => wanted.some((tag) => tags.includes(tag)),
    where: anyOf(...wanted.map((tag) => contains(['summary', 'tags'], tag))),
  }),
  requester_id: byValue(['requester', 'id']),
  overdue: byDueTime,
} satisfies { [Name in keyof TicketFilters]: (wanted: never) => RowFilter }

/** Returns the filter that requires all given filters of rows; undefined if there are none. */
export const toRowFilter = (given: TicketFilters): RowFilter | undefined => {
  const all = Object.entries(rowFilters).flatMap(([name, filter]) => {
    const wanted = given[name as keyof typeof rowFilters]
    return wanted === undefined ? [] : [(filter as (wanted: unknown) => RowFilter)(wanted)]
  })
  if (all.length === 0) return undefined
  return {
    keep: (ticket) => all.every(({ keep }) => keep(ticket)),
    where: allOf(...all.map(({ where }) => where)),
  }
}
