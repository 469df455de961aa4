import { invalid } from '../platform/runtime/problem.ts'
import { dayMilliseconds, daysAfter } from './dates.ts'

/** Maximum and default number of days of a period. */
const [maxDays, defaultDays] = [366, 30]

/**
 * Returns the days of a period, both ends included; without `since`, its last 30 days. Throws 422 unless these are 1 to
 * 366 days; the error calls the end `endName`.
 */
export const periodDays = (since: string | undefined, end: string, endName: string): string[] => {
  const first = since ?? daysAfter(end, 1 - defaultDays)
  if (first > end) throw invalid('since', `must not be after ${endName}`)
  const length = (Date.parse(end) - Date.parse(first)) / dayMilliseconds + 1
  if (length > maxDays) throw invalid('since', `must be at most ${maxDays - 1} days before ${endName}`)
  return Array.from({ length }, (_, days) => daysAfter(first, days))
}
