import { csvTable, exportReply } from '../../platform/http/answer/csv.ts'
import type { ReportGrouping, ReportRow } from './rows.ts'

/** Returns the columns that say what a row is about. */
const labelColumns = (by: ReportGrouping): Record<string, (row: ReportRow) => unknown> =>
  by === 'agent' || by === 'group'
    ? { [`${by}_id`]: ({ id }) => id, [`${by}_name`]: ({ name }) => name }
    : { [by]: ({ id }) => id }

/** Returns the rows of a report as CSV. */
export const exportReport = (by: ReportGrouping, rows: ReportRow[]) => {
  const { head, line } = csvTable<ReportRow>({
    ...labelColumns(by),
    opened: ({ opened }) => opened,
    solved: ({ solved }) => solved,
    first_response_minutes: ({ first_response_minutes }) => first_response_minutes,
    breached: ({ breached }) => breached,
    rating: ({ rating }) => rating,
  })
  return exportReply({ items: [], truncated: false }, [head, ...rows.map(line)])
}
