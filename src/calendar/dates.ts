export const dayMilliseconds = 86_400_000

const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns a cached format: creating one takes a hundred times as long as using it. */
const cachedFormat = (timeZone: string) => {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  formats.set(timeZone, format)
  return format
}

/** Returns the date, `YYYY-MM-DD`, of a time (milliseconds since 1970) in a time zone. */
export const zonedDate = (timezone: string, time: number): string => {
  if (timezone === 'UTC') return new Date(time).toISOString().slice(0, 10)
  const parts = new Map(
    cachedFormat(timezone)
      .formatToParts(time)
      .map(({ type, value }) => [type, value]),
  )
  return `${parts.get('year')?.padStart(4, '0')}-${parts.get('month')}-${parts.get('day')}`
}

export const daysAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMilliseconds).toISOString().slice(0, 10)

/** Times of an event; whole days are days in `timezone`. */
interface Times {
  start_at: string
  end_at: string | null
  all_day: boolean
  timezone: string
}

/** Returns the first and the last day of an event that lasts whole days; null for any other event. */
export const wholeDayDates = ({ start_at, end_at, all_day, timezone }: Times) => {
  if (!all_day) return { start_date: null, end_date: null }
  const start_date = zonedDate(timezone, Date.parse(start_at))
  // midnight ends the day before; in some zones a day begins at one o'clock
  const isLasting = end_at !== null && end_at > start_at
  return { start_date, end_date: isLasting ? zonedDate(timezone, Date.parse(end_at) - 1) : start_date }
}

/** Maximum length of an event in days. */
export const maxDays = 366

/** Returns true if an event is longer than {@link maxDays}. */
export const isTooLongEvent = (event: Times): boolean => {
  const { start_at, end_at } = event
  const { start_date, end_date } = wholeDayDates(event)
  return start_date !== null
    ? Date.parse(end_date) - Date.parse(start_date) >= maxDays * dayMilliseconds
    : Date.parse(end_at ?? start_at) - Date.parse(start_at) > maxDays * dayMilliseconds
}

/** A period with an exclusive end, and the time zone in which its days are counted. */
export interface Window {
  start: string
  end: string
  timezone: string
}

/**
 * Returns a predicate for events that overlap a window: by their times, or for whole days by their dates, which are the
 * same everywhere.
 */
export const overlapsWith = ({ start, end, timezone }: Window) => {
  let dates: [first: string, last: string] | undefined
  return (event: Times): boolean => {
    const { start_at, end_at } = event
    const { start_date, end_date } = wholeDayDates(event)
    if (start_date === null)
      return start_at < end && (start_at >= start || (end_at !== null && end_at > start))
    dates ??= [zonedDate(timezone, Date.parse(start)), zonedDate(timezone, Date.parse(end) - 1)]
    return start_date <= dates[1] && end_date >= dates[0]
  }
}
