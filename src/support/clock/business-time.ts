import { dayMilliseconds, daysAfter, zonedDate } from '../../calendar/dates.ts'
import { localTime } from '../../calendar/local-clock.ts'

export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const

/** Local hours of a weekday, `HH:MM`; `end` may be `24:00`. */
export interface BusinessHours {
  day: (typeof weekdays)[number]
  start: string
  end: string
}

/** Hours in which a clock runs: without `business_hours`, all hours except holidays. */
export interface BusinessCalendar {
  business_hours: readonly BusinessHours[]
  /** Dates, `YYYY-MM-DD`. */
  holidays: readonly string[]
  timezone: string
}

/** Instants in milliseconds since 1970; the end is exclusive. */
type Span = [start: number, end: number]

const minuteMilliseconds = 60_000

/** Maximum number of days considered, about ten years. */
const maxDays = 3_660

/** Number of days by which any time zone differs from UTC at most. */
const zoneDays = 1

const allHours = weekdays.map((day) => ({ day, start: '00:00', end: '24:00' }))

/** Returns a local time of a date as if it were UTC. */
const localInstant = (date: string, clock: string): number => Date.parse(`${date}T${clock}:00Z`)

/** Returns the first minute with another offset than at `from`, by bisection. */
const findTransition = (from: number, until: number, offsetAt: (time: number) => number): number => {
  const offset = offsetAt(from)
  let [before, after] = [from, until]
  while (after - before > minuteMilliseconds) {
    const middle = before + Math.ceil((after - before) / 2 / minuteMilliseconds) * minuteMilliseconds
    if (offsetAt(middle) === offset) before = middle
    else after = middle
  }
  return after
}

/**
 * Returns a function that returns the business spans of a local date, in order. An instant is business time if the
 * local clock shows business hours: an hour that is skipped in spring does not count, one that is repeated in autumn
 * counts twice.
 */
const spansOfDates = ({ business_hours, holidays, timezone }: BusinessCalendar) => {
  const days = Map.groupBy(business_hours.length > 0 ? business_hours : allHours, ({ day }) =>
    weekdays.indexOf(day),
  )
  const free = new Set(holidays)
  const offsets = new Map<number, number>()
  const offsetAt = (time: number): number => {
    const offset = offsets.get(time) ?? localTime(timezone, time) - time
    offsets.set(time, offset)
    return offset
  }
  return (date: string): Span[] => {
    const midnight = localInstant(date, '00:00')
    const rows = days.get((new Date(midnight).getUTCDay() + 6) % 7)
    if (!rows || free.has(date)) return []
    const [from, until] = [midnight - dayMilliseconds, midnight + 2 * dayMilliseconds]
    const [former, latter] = [offsetAt(from), offsetAt(until)]
    const transition = former === latter ? until : findTransition(from, until, offsetAt)
    return rows
      .map(({ start, end }) => [localInstant(date, start), localInstant(date, end)] as const)
      .flatMap(([start, end]): Span[] => [
        [start - former, Math.min(end - former, transition)],
        [Math.max(start - latter, transition), end - latter],
      ])
      .filter(([start, end]) => start < end)
      .toSorted(([a], [b]) => a - b)
  }
}

/** Yields the business spans from an instant on, for about ten years. */
function* businessSpans(calendar: BusinessCalendar, from: number): Generator<Span> {
  const spansOf = spansOfDates(calendar)
  const first = daysAfter(zonedDate(calendar.timezone, from), -zoneDays)
  for (let days = 0; days <= maxDays; days += 1)
    for (const [start, end] of spansOf(daysAfter(first, days)))
      if (end > from) yield [Math.max(start, from), end]
}

/**
 * Returns the first instant at which `milliseconds` of business time have passed since `from`; null if more than ten
 * years are needed.
 */
export const addBusinessTime = (
  calendar: BusinessCalendar,
  from: number,
  milliseconds: number,
): number | null => {
  if (milliseconds <= 0) return from
  let left = milliseconds
  for (const [start, end] of businessSpans(calendar, from)) {
    if (end - start >= left) return start + left
    left -= end - start
  }
  return null
}

/** Returns the business time between two instants, in milliseconds; at most that of ten years. */
export const businessTimeBetween = (calendar: BusinessCalendar, from: number, until: number): number => {
  let total = 0
  for (const [start, end] of businessSpans(calendar, from)) {
    if (start >= until) break
    total += Math.min(end, until) - start
  }
  return total
}

export const isBusinessTime = (calendar: BusinessCalendar, time: number): boolean =>
  businessTimeBetween(calendar, time, time + 1) > 0
