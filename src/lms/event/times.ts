import { isTooLongEvent, maxDays } from '../../calendar/dates.ts'
import type { StoredEvent } from '../../calendar/event.ts'
import { invalid } from '../../platform/runtime/problem.ts'

const names = ['start_at', 'end_at', 'all_day', 'timezone'] as const
type Times = Pick<StoredEvent, (typeof names)[number]>

/** Returns true if the changes affect the time or the days of an event. */
export const changesTimes = (changes: { [name in keyof Times]?: unknown }): boolean =>
  names.some((name) => changes[name] !== undefined)

/** Range in which days have four-digit dates in every time zone; the end is exclusive. */
const dated = { from: '0001-01-02', until: '9999-12-31' }

const requireEventDates = ({ start_at, end_at }: Times): void => {
  const years = 'must be from 0001-01-02 to 9999-12-30 for an event that lasts whole days'
  if (start_at < dated.from) throw invalid('start_at', years)
  if ((end_at ?? start_at) > dated.until) throw invalid(end_at === null ? 'start_at' : 'end_at', years)
}

/** Throws 422 for an event that ends before it starts, is too long, or lasts whole days outside the range of dates. */
export const requireTimes = (event: Times): void => {
  const { start_at, end_at, all_day } = event
  if (end_at !== null && end_at < start_at) throw invalid('end_at', 'must not be before "start_at"')
  if (all_day) requireEventDates(event)
  if (isTooLongEvent(event)) throw invalid('end_at', `must be at most ${maxDays} days after "start_at"`)
}
