import { dayMilliseconds } from '../../calendar/dates.ts'
import type { StoredEnrollment } from './enrollment.ts'

/** An assignment with its due time, and its repetition in months; null for no due time or no repetition. */
export interface Duty {
  id: string
  due_at: string | null
  repeat_months: number | null
}

/** A duty with a due time. */
export type DatedDuty = Duty & { due_at: string }

export const isDated = (duty: Duty): duty is DatedDuty => duty.due_at !== null

/** Maximum time before the end of the validity of a completion from which the course must be completed again. */
const maxRenewalMilliseconds = 30 * dayMilliseconds

/** Returns a time some calendar months later, at the end of the month if the month has no such day (UTC). */
export const monthsAfter = (at: string, months: number): string => {
  const date = new Date(at)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, lastDay))
  return date.toISOString()
}

/** Returns the due time of a round, counted from 1. */
export const roundDueAt = ({ due_at, repeat_months }: DatedDuty, round: number): string =>
  monthsAfter(due_at, (round - 1) * (repeat_months ?? 0))

/** Returns the time when a round after the first one opens: a month before it is due. The first round opens at once. */
export const roundOpensAt = ({ due_at, repeat_months }: DatedDuty, round: number): string =>
  monthsAfter(due_at, (round - 1) * (repeat_months ?? 0) - 1)

/** Returns the number of the newest round that is open at a time. */
export const openRound = (duty: DatedDuty, at: string): number => {
  const { due_at, repeat_months } = duty
  if (repeat_months === null) return 1
  const [due, time] = [new Date(due_at), new Date(at)]
  const years = time.getUTCFullYear() - due.getUTCFullYear()
  const months = years * 12 + time.getUTCMonth() - due.getUTCMonth() + 1
  const round = Math.floor(months / repeat_months) + 1
  return Math.max(1, roundOpensAt(duty, round) > at ? round - 1 : round)
}

type Learned = Pick<StoredEnrollment, 'last_completed_at' | 'completed_at' | 'valid_until'>

/** Returns the due time of the oldest open round after the latest completion; undefined if there is none. */
export const unsatisfiedSince = (
  duty: DatedDuty,
  { last_completed_at }: Learned,
  at: string,
): string | undefined => {
  const satisfied = last_completed_at === null ? 0 : openRound(duty, last_completed_at)
  return satisfied < openRound(duty, at) ? roundDueAt(duty, satisfied + 1) : undefined
}

/** Returns true if a person has not satisfied the newest open round of a duty, but all older ones. */
export const owesNewestRound = (duty: Duty, learned: Learned, at: string): boolean =>
  learned.completed_at === null &&
  (!isDated(duty) || unsatisfiedSince(duty, learned, at) === roundDueAt(duty, openRound(duty, at)))

/**
 * Returns the time from which an expiring completion must be renewed, at the earliest after two thirds of its validity;
 * null if it does not expire.
 */
export const renewalOpensAt = (completed_at: string | null, valid_until: string | null): string | null => {
  if (!completed_at || !valid_until) return null
  const end = Date.parse(valid_until)
  const lead = Math.min(maxRenewalMilliseconds, (end - Date.parse(completed_at)) / 3)
  return new Date(end - lead).toISOString()
}

/**
 * Returns the assignments and the due time of an enrollment at a time, given all assignments of the course that apply
 * to the person. The result does not depend on earlier results, so callers may run in any order, and repeatedly
 * (decision 0065). `isNewRound` is true if the person must complete the course again.
 */
export const settle = (enrollment: Learned, duties: Duty[], at: string) => {
  const { last_completed_at, valid_until } = enrollment
  const renewal = duties.length > 0 ? renewalOpensAt(last_completed_at, valid_until) : null
  const [due_at = null] = [
    ...duties.filter(isDated).flatMap((duty) => unsatisfiedSince(duty, enrollment, at) ?? []),
    ...(valid_until !== null && renewal !== null && renewal <= at ? [valid_until] : []),
  ].sort()
  return {
    assignment_ids: duties.map(({ id }) => id).sort(),
    due_at,
    isNewRound: due_at !== null && enrollment.completed_at !== null,
  }
}
