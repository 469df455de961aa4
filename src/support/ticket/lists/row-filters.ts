import { now } from '../../../platform/runtime/time.ts'
import {
  allOf,
  anyOf,
  compare,
  contains,
  equals,
  isOneOf,
  type Condition,
} from '../../../platform/table/condition.ts'
import { findCategory, loadPolicies } from '../../policies/policies.ts'
import type { TicketFilters } from './filters.ts'
import type { TicketRow } from '../ticket.ts'

/**
 * A filter that key ranges cannot apply: `keep` tests loaded rows, `where` is the same condition for rows that DynamoDB
 * only counts.
 */
export interface RowFilter {
  keep: (ticket: TicketRow) => boolean
  where: Condition
}

/**
 * Returns the filter by the value that `read` returns and the row stores at `path`. The value must be one of the wanted
 * ones; `noValue` is the keyword for tickets without a value.
 */
const byValue =
  (path: string[], read: (ticket: TicketRow) => string | null, noValue?: 'none') =>
  (wanted: readonly string[]): RowFilter => ({
    keep: (ticket) => wanted.includes(read(ticket) ?? noValue ?? ''),
    where: isOneOf(
      ['summary', ...path],
      wanted.map((value) => (value === noValue ? null : value)),
    ),
  })

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
  assignee_id: byValue(['assignee_id'], ({ assignee_id }) => assignee_id, 'none'),
  group_id: byValue(['group_id'], ({ group_id }) => group_id, 'none'),
  priority: byValue(['priority'], ({ priority }) => priority),
  category: byValue(['category'], ({ category }) => category),
  tag: (wanted: readonly string[]): RowFilter => ({
    keep: ({ tags }) => wanted.some((tag) => tags.includes(tag)),
    where: anyOf(...wanted.map((tag) => contains(['summary', 'tags'], tag))),
  }),
  requester_id: byValue(['requester', 'id'], ({ requester }) => requester.id),
  overdue: byDueTime,
} satisfies { [Name in keyof TicketFilters]: (wanted: never) => RowFilter }

/** Returns categories as given, and in the spelling of the policies, in which tickets store them. */
const categorySpellings = async (names: readonly string[]): Promise<string[]> => {
  const policies = await loadPolicies()
  return [...new Set(names.flatMap((name) => [name, findCategory(policies, name)?.name ?? name]))]
}

/**
 * Returns the filter that requires all given filters of rows; undefined if there are none. A filter by category takes
 * one round trip.
 */
export const toRowFilter = async (filters: TicketFilters): Promise<RowFilter | undefined> => {
  const given = { ...filters, category: filters.category && (await categorySpellings(filters.category)) }
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
