import { isTooLong, maxDays } from '../../calendar/dates.ts'
import type { StoredEvent } from '../../calendar/event.ts'
import { invalid } from '../../platform/runtime/problem.ts'

const names = ['start_at', 'end_at', 'all_day', 'timezone'] as const
type Times = Pick<StoredEvent, (typeof names)[number]>

/** Whether an event would be at another time, or on other days. */
export const changesTimes = (changes: { [name in keyof Times]?: unknown }): boolean =>
  names.some((name) => changes[name] !== undefined)

/** Between these, days have dates of four digits in every time zone; the last one is not among them. */
const dated = { from: '0001-01-02', until: '9999-12-31' }

const requireDates = ({ start_at, end_at }: Times): void => {
  const years = 'must be from 0001-01-02 to 9999-12-30 for an event that lasts whole days'
  if (start_at < dated.from) throw invalid('start_at', years)
  if ((end_at ?? start_at) > dated.until) throw invalid(end_at === null ? 'start_at' : 'end_at', years)
}

/** Throws 422 for an event that ends before it starts, lasts too long, or has whole days without a date. */
export const requireTimes = (event: Times): void => {
  const { start_at, end_at, all_day } = event
  if (end_at !== null && end_at < start_at) throw invalid('end_at', 'must not be before "start_at"')
  if (all_day) requireDates(event)
  if (isTooLong(event)) throw invalid('end_at', `must be at most ${maxDays} days after "start_at"`)
}
