import { dayMilliseconds, daysAfter, zonedDate } from '../../calendar/dates.ts'
import { invalid } from '../../platform/runtime/problem.ts'
import { loadPolicies } from '../policies/policies.ts'

/** Maximum length of a period in days. */
const maxDays = 366

/** Length of a period in days if only its end is given. */
const defaultDays = 30

interface Period {
  since?: string | undefined
  until?: string | undefined
}

/**
 * Returns the days of a period, both ends included; by default, the last 30 days. Throws 422 for more than 366 days. A
 * period without an end ends today in the time zone of the policies, which takes one more round trip.
 */
export const daysWithin = async ({ since, until }: Period): Promise<string[]> => {
  const last = until ?? zonedDate((await loadPolicies()).timezone, Date.now())
  const first = since ?? daysAfter(last, 1 - defaultDays)
  if (first > last) throw invalid('since', 'must not be after "until", which is today by default')
  const length = (Date.parse(last) - Date.parse(first)) / dayMilliseconds + 1
  if (length > maxDays) throw invalid('since', `must be at most ${maxDays - 1} days before "until"`)
  return Array.from({ length }, (_, days) => daysAfter(first, days))
}
