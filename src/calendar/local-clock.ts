import { zonedDate, dayMilliseconds, daysAfter } from './dates.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns the local time of a time zone as if it were UTC; both in milliseconds since 1970. */
export const localTime = (timezone: string, time: number): number => {
  const format =
    formats.get(timezone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'medium' })
  formats.set(timezone, format)
  return Date.parse(`${format.format(time).replace(' ', 'T')}Z`)
}

/**
 * Returns the times of a local time: two in an hour that is repeated in autumn; in an hour that is skipped in spring,
 * one that is later by the shift (RFC 5545, 3.3.5).
 */
const timesOfLocal = (timezone: string, shown: number): [number, ...number[]] => {
  const [before, behind] = [shown - dayMilliseconds, shown + dayMilliseconds].map(
    (time) => shown - (localTime(timezone, time) - time),
  ) as [number, number]
  if (before === behind) return [before]
  const [first, ...others] = [before, behind].filter((time) => localTime(timezone, time) === shown)
  return [first ?? before, ...others]
}

const timesAt = (clock: string, timezone: string, date: string) =>
  timesOfLocal(timezone, Date.parse(`${date}T${clock}:00Z`))

/** Returns the first time of `clock`, `HH:MM`, on a date, `YYYY-MM-DD`, in a time zone; in milliseconds since 1970. */
export const timeAt = (clock: string, timezone: string, date: string): number =>
  timesAt(clock, timezone, date)[0]

/** Returns the first time of `clock`, `HH:MM`, after another time in a time zone; in milliseconds since 1970. */
export const nextTimeAt = (clock: string, timezone: string, after: number): number => {
  const today = zonedDate(timezone, after)
  const times = [-1, 0, 1, 2].flatMap((days) => timesAt(clock, timezone, daysAfter(today, days)))
  return times.find((time) => time > after) ?? after + dayMilliseconds
}

/** Returns the end of quiet hours if a time is within them, or else that time; in milliseconds since 1970. */
export const afterQuietHours = (
  quiet: { start: string; end: string } | null,
  timezone: string,
  time: number,
): number => {
  if (!quiet) return time
  const clock = new Date(localTime(timezone, time))
    .toISOString()
    .slice('2026-03-31T'.length, '2026-03-31T14:00'.length)
  const [isBegun, isOver] = [clock >= quiet.start, clock >= quiet.end]
  const isQuiet = quiet.start <= quiet.end ? isBegun && !isOver : isBegun || !isOver
  return isQuiet ? nextTimeAt(quiet.end, timezone, time) : time
}
