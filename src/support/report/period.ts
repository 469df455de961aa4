import { zonedDate } from '../../calendar/dates.ts'
import { periodDays } from '../../calendar/period.ts'
import { loadPolicies } from '../policies/policies.ts'

interface Period {
  since?: string | undefined
  until?: string | undefined
}

/**
 * Returns the days of a period. A period without an end ends today in the time zone of the policies, which takes one
 * more round trip.
 */
export const daysWithin = async ({ since, until }: Period): Promise<string[]> =>
  until
    ? periodDays(since, until, '"until"')
    : periodDays(since, zonedDate((await loadPolicies()).timezone, Date.now()), 'today')
