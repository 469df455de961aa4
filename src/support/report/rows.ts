import { groups } from '../../platform/identity/group.ts'
import { formerName, users } from '../../platform/identity/user.ts'
import { betweenKeys, readFirst } from '../../platform/table/list/list.ts'
import { factCountNames, dimensions, reportCounts, type FactCounts } from './counts.ts'

export const reportGroupings = ['day', ...dimensions] as const
export type ReportGrouping = (typeof reportGroupings)[number]

/** Maximum number of rows of a report, and of counts read for a month of it. */
export const maxReportRows = 10_000

const minuteMilliseconds = 60_000

/** Name of deleted groups; the counts have only their IDs. */
const formerGroupName = 'Deleted group'

/** Reads the counts of all days in parallel, one query for each month; they may be seconds old. */
const readCounts = async (by: ReportGrouping, days: string[]) => {
  // groups are few, so their counts are the shortest way to those of a day
  const sources = reportCounts.in('all', { by: by === 'day' ? 'group' : by })
  const months = [...Map.groupBy(days, (day) => day.slice(0, 7)).values()]
  const pages = await Promise.all(
    months.map((month) => {
      const range = betweenKeys(sources, month[0] as string, `${month.at(-1)}#\u{10ffff}`)
      return readFirst(
        range.map((source) => ({ ...source, asIndexed: '' })),
        maxReportRows,
        maxReportRows,
      )
    }),
  )
  return { counts: pages.flatMap(({ items }) => items), isCut: pages.some(({ isCut }) => isCut) }
}

const addCounts = (a: FactCounts | undefined, b: FactCounts): FactCounts =>
  Object.fromEntries(factCountNames.map((name) => [name, (a?.[name] ?? 0) + b[name]])) as FactCounts

/** Returns the present names of agents or groups by ID. */
const findNames = async (by: ReportGrouping, ids: string[]): Promise<Map<string, string>> => {
  if (by !== 'agent' && by !== 'group') return new Map()
  const keys = ids.map((id) => ({ id }))
  const found = await (by === 'agent' ? users.findMany(keys) : groups.findMany(keys))
  const former = by === 'agent' ? formerName : formerGroupName
  return new Map(ids.map((id, index) => [id, found[index]?.name ?? former]))
}

const toFigures = ({ opened, solved, breached, ...sums }: FactCounts) => {
  const { first_response, first_response_total, rating, rating_total } = sums
  const minutes = first_response_total / minuteMilliseconds / first_response
  return {
    opened,
    solved,
    first_response_minutes: first_response === 0 ? null : Math.round(minutes),
    breached,
    rating: rating === 0 ? null : Math.round((100 * rating_total) / rating) / 100,
  }
}

/** Returns the rows of a report; `id` and `name` are null for tickets without an agent, category or group. */
export const readRows = async (by: ReportGrouping, days: string[]) => {
  const { counts, isCut } = await readCounts(by, days)
  const totals = new Map<string, FactCounts>()
  const none = Object.fromEntries(factCountNames.map((name) => [name, 0])) as FactCounts
  if (by === 'day') for (const day of days) totals.set(day, none)
  for (const count of counts) {
    const key = by === 'day' ? count.day : count.value
    totals.set(key, addCounts(totals.get(key), count))
  }
  const known = [...totals].filter(([, all]) => by === 'day' || Object.values(all).some((sum) => sum !== 0))
  const names = await findNames(
    by,
    known.flatMap(([key]) => key || []),
  )
  const rows = known
    .map(([key, all]) => ({ id: key || null, name: names.get(key) ?? (key || null), ...toFigures(all) }))
    .sort((a, b) => (a.name && b.name ? a.name.localeCompare(b.name) : Number(!a.name) - Number(!b.name)))
  return { rows: rows.slice(0, maxReportRows), truncated: isCut || rows.length > maxReportRows }
}

export type ReportRow = Awaited<ReturnType<typeof readRows>>['rows'][number]
