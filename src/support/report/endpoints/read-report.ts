import { docs } from '#docs'
import { endpoint } from '../../../platform/http/endpoint.ts'
import { streaming } from '../../../platform/http/exchange/response-stream.ts'
import { preferredType } from '../../../platform/http/request/accepted-type.ts'
import * as z from '../../../platform/schema/schema.ts'
import { daysWithin } from '../period.ts'
import { exportReport, presentRow, Report } from '../report.ts'
import { readRows, reportGroupings } from '../rows.ts'

const exportTypes = ['text/csv'] as const

const day = z.iso
  .date()
  .refine((date) => date >= '2000-01-01', 'must be in the year 2000 or later')
  .optional()

export const readReport = endpoint('GET /support/reports', {
  summary: 'Get figures of the support desk by day, agent, category or group',
  isFunction: true,
  description:
    'Days are in the time zone of the policies. A change is counted within seconds, and subtracted if it is undone. ' +
    'Tickets count under their current assignee, category and group. Merged tickets count neither as solved nor as ' +
    'answered.',
  access: 'agent',
  stream: streaming,
  headers: {
    Accept: 'With `text/csv`, the response has one line per row, and `X-Truncated: true` if there are more.',
  },
  query: z.strictObject({
    since: day.meta(docs('First day; by default, the 30th day up to `until`.', { examples: ['2026-03-01'] })),
    until: day.meta(
      docs('Last day, at most 365 days after `since`; by default, today.', { examples: ['2026-03-31'] }),
    ),
    by: z.enum(reportGroupings).default('day').meta(docs('Field by which tickets are grouped.')),
  }),
  response: Report,
  alsoProduces: exportTypes,
  handle: async ({ query: { by, ...period }, header }) => {
    const report = await readRows(by, await daysWithin(period))
    return preferredType(header('accept'), [...exportTypes]) === undefined
      ? { items: report.rows.map(presentRow(by)), truncated: report.truncated }
      : exportReport(by, report)
  },
})
