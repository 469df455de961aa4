import { formerGroupName, groups } from '../../platform/identity/group.ts'
import { formerName, users } from '../../platform/identity/user.ts'
import { monthRanges, readEach } from '../../platform/table/list/month-ranges.ts'
import { dimensions, reportCounts, sumCounts, type FactCounts } from './counts.ts'

export const reportGroupings = ['day', ...dimensions] as const
export type ReportGrouping = (typeof reportGroupings)[number]

/** Maximum number of rows of a report, and of counts read for a month of it. */
export const maxReportRows = 10_000

const minuteMilliseconds = 60_000

/** Reads the counts of all days, one query per month. A day is the sum of its groups, which have the fewest rows. */
const readCounts = (by: ReportGrouping, days: string[]) =>
  readEach(monthRanges(reportCounts.in('all', { by: by === 'day' ? 'group' : by }), days), maxReportRows)

/** Returns the current names of agents or groups by ID. */
const findNames = async (by: ReportGrouping, ids: string[]): Promise<Map<string, string>> => {
  if (by !== 'agent' && by !== 'group') return new Map()
  const keys = ids.map((id) => ({ id }))
  const found = await (by === 'agent' ? users.findMany(keys) : groups.findMany(keys))
  const former = by === 'agent' ? formerName : formerGroupName
  return new Map(ids.map((id, index) => [id, found[index]?.name ?? former]))
}

const toFigures = (sum: FactCounts) => ({
  opened: sum.opened,
  solved: sum.solved,
  first_response_minutes:
    sum.first_response === 0
      ? null
      : Math.round(sum.first_response_total / minuteMilliseconds / sum.first_response),
  breached: sum.breached,
  rating: sum.rating === 0 ? null : Math.round((100 * sum.rating_total) / sum.rating) / 100,
})

/** Returns the rows of a report; `id` and `name` are null for tickets without an agent, category or group. */
export const readRows = async (by: ReportGrouping, days: string[]) => {
  const { items: counts, isCut } = await readCounts(by, days)
  const countsByKey = Map.groupBy(counts, ({ day, value }) => (by === 'day' ? day : value))
  const sums = (by === 'day' ? days : [...countsByKey.keys()])
    .map((key) => ({ key, sum: sumCounts(countsByKey.get(key) ?? []) }))
    .filter(({ sum }) => by === 'day' || Object.values(sum).some((count) => count !== 0))
  const names = await findNames(
    by,
    sums.flatMap(({ key }) => key || []),
  )
  const rows = sums
    .map(({ key, sum }) => ({ id: key || null, name: names.get(key) ?? (key || null), ...toFigures(sum) }))
    .sort((a, b) => (a.name && b.name ? a.name.localeCompare(b.name) : Number(!a.name) - Number(!b.name)))
  return { rows: rows.slice(0, maxReportRows), truncated: isCut || rows.length > maxReportRows }
}

export type ReportRows = Awaited<ReturnType<typeof readRows>>
export type ReportRow = ReportRows['rows'][number]
