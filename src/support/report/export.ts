import { csvTable, exportReply } from '../../platform/http/answer/csv.ts'
import type { readRows, ReportGrouping, ReportRow } from './rows.ts'

/** Returns the columns that say what a row is about. */
const labelColumns = (by: ReportGrouping): Record<string, (row: ReportRow) => unknown> =>
  by === 'agent' || by === 'group'
    ? { [`${by}_id`]: ({ id }) => id, [`${by}_name`]: ({ name }) => name }
    : { [by]: ({ id }) => id }

/** Returns a report as CSV. */
export const exportReport = (by: ReportGrouping, report: Awaited<ReturnType<typeof readRows>>) => {
  const { head, line } = csvTable<ReportRow>({
    ...labelColumns(by),
    opened: ({ opened }) => opened,
    solved: ({ solved }) => solved,
    first_response_minutes: ({ first_response_minutes }) => first_response_minutes,
    breached: ({ breached }) => breached,
    rating: ({ rating }) => rating,
  })
  const { rows, truncated } = report
  const headers = truncated ? { 'X-Truncated': 'true' } : undefined
  return exportReply({ items: [], truncated }, [head, ...rows.map(line)], 'text/csv', headers)
}
