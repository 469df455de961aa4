import { docs } from '#docs'
import { answeredArray, answeredCount, answeredText, Person } from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { csvTable, exportReply } from '../../platform/http/answer/csv.ts'
import { maxReportRows, type ReportGrouping, type ReportRow, type ReportRows } from './rows.ts'

const figures = {
  opened: answeredCount.meta(docs('Number of tickets opened in the period.', { examples: [12] })),
  solved: answeredCount.meta(
    docs(
      'Number of tickets that were resolved in the period, or closed without being resolved, and not reopened ' +
        'since. A ticket that is resolved again counts once, on the last day.',
      { examples: [9] },
    ),
  ),
  first_response_minutes: z
    .int()
    .min(0)
    .nullable()
    .meta(
      docs(
        'Average time until the first responses given in the period, in business minutes including pauses; in ' +
          'minutes for tickets without due times. Null if there were none.',
        { examples: [42] },
      ),
    ),
  breached: answeredCount.meta(
    docs('Number of tickets that first missed a due time in the period.', { examples: [1] }),
  ),
  rating: z
    .number()
    .min(1)
    .max(5)
    .nullable()
    .meta(
      docs('Average of the ratings given in the period, from 1 to 5; null if there were none.', {
        examples: [4.5],
      }),
    ),
}

const figureNames = Object.keys(figures) as (keyof typeof figures)[]

const rowBy = <Label extends z.ZodRawShape>(id: string, label: Label) =>
  z.described(docs('Figures of a report.', { id }), { ...label, ...figures })

const Row = z.union([
  rowBy('SupportReportDay', { day: z.string().meta(docs('The day.', { format: 'date' })) }),
  rowBy('SupportReportAgent', { agent: Person.nullable().meta(docs('Assignee; null for none.')) }),
  rowBy('SupportReportCategory', {
    category: answeredText(100).nullable().meta(docs('Category; null for none.')),
  }),
  rowBy('SupportReportGroup', { group: Person.nullable().meta(docs('Group; null for none.')) }),
])

export const Report = z.described(docs('Figures of the support desk.', { id: 'SupportReport' }), {
  items: answeredArray(Row, maxReportRows).meta(
    docs(
      'A row for each day, in order; or, sorted by name, a row for each agent, category or group, and a last one ' +
        'for tickets without any.',
    ),
  ),
  truncated: z
    .boolean()
    .meta(docs('True if rows or counts are missing: of a month, only 10,000 counts are read.')),
})

/** Returns a row whose label has the name of the grouping. */
export const presentRow =
  (by: ReportGrouping) =>
  ({ id, name, ...row }: ReportRow): z.input<typeof Row> => {
    const named = id === null || name === null ? null : { id, name }
    if (by === 'agent') return { agent: named, ...row }
    if (by === 'group') return { group: named, ...row }
    return by === 'category' ? { category: id, ...row } : { day: id ?? '', ...row }
  }

/** Returns a report as CSV. */
export const exportReport = (by: ReportGrouping, { rows, truncated }: ReportRows) => {
  const isNamed = by === 'agent' || by === 'group'
  const { head, line } = csvTable<ReportRow>({
    [isNamed ? `${by}_id` : by]: ({ id }) => id,
    ...(isNamed && { [`${by}_name`]: ({ name }) => name }),
    ...Object.fromEntries(figureNames.map((name) => [name, (row) => row[name]])),
  })
  const headers = truncated ? { 'X-Truncated': 'true' } : undefined
  return exportReply({ items: [], truncated }, [head, ...rows.map(line)], 'text/csv', headers)
}
