import { daysAfter } from '../../src/calendar/dates.ts'
import { newId } from '../../src/platform/runtime/id.ts'
import { reportCounts } from '../../src/support/report/counts.ts'
import { readReport } from '../../src/support/report/endpoints/read-report.ts'
import { signedIn } from '../support/people.ts'
import { inThousands, store } from './filling.ts'
import type { Population } from './populations.ts'

/** Number of days in a report, and of agents with counts on each of them. */
const [days, agents] = [366, 10]

const since = '2026-01-01'

/** Counts of a desk: those of one report, and as many of earlier days as the population has items. */
export const reports = async (): Promise<Population> => {
  const ids = Array.from({ length: agents }, newId)
  const countsOf = (n: number, first: string) =>
    reportCounts.make({
      by: 'agent',
      day: daysAfter(first, Math.floor(n / agents)),
      value: ids[n % agents]!,
      opened: 1,
    })
  const query = { since, until: daysAfter(since, days - 1), by: 'agent' as const }
  return {
    title: 'GET /support/reports',
    handler: readReport,
    request: { as: await signedIn({ role: 'support_agent' }) },
    queries: { 'by agent, 366 days': query },
    maxRows: { 'by agent, 366 days': days * agents + 10 },
    fill: async (from, to) => {
      const put = (first: string) => (indexes: number[]) =>
        store(indexes.map((n) => reportCounts.toPut(countsOf(n, first))))
      if (from === 0) await inThousands(0, days * agents, put(since))
      await inThousands(from, to, put('1990-01-01'))
    },
  }
}
