import { isTooLong, maxDays } from '../../calendar/dates.ts'
import type { StoredEvent } from '../../calendar/event.ts'
import { invalid } from '../../platform/runtime/problem.ts'

const names = ['start_at', 'end_at', 'all_day', 'timezone'] as const
type Times = Pick<StoredEvent, (typeof names)[number]>

/** Whether an event would be at another time, or on other days. */
export const changesTimes = (changes: { [name in keyof Times]?: unknown }): boolean =>
  names.some((name) => changes[name] !== undefined)

/** Throws 422 for an event that ends before it starts or lasts too long. */
export const requireTimes = (event: Times): void => {
  const { start_at, end_at } = event
  if (end_at !== null && end_at < start_at) throw invalid('end_at', 'must not be before "start_at"')
  if (isTooLong(event)) throw invalid('end_at', `must be at most ${maxDays} days after "start_at"`)
}
