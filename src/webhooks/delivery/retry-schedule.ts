const [second, minute, hour] = [1_000, 60_000, 3_600_000]

/** Delays before each repetition of a failed attempt, in milliseconds. */
const delays = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
]

/** Maximum share by which a delay is extended, so that repetitions after an outage are spread. */
const jitter = 0.1

/** Maximum delay that a receiver may demand, in milliseconds. */
const maxDemanded = 24 * hour

/** Returns the delay that a `Retry-After` demands (RFC 9110 section 10.2.3), in milliseconds; 0 for other texts. */
export const demandedDelay = (retryAfter: string | null, now: number): number => {
  const text = retryAfter?.trim() ?? ''
  const delay = /^\d+$/.test(text) ? Number(text) * second : Date.parse(text) - now
  return Math.min(Math.max(delay || 0, 0), maxDemanded)
}

/** Returns the time of the next attempt after `tries` failed ones; undefined if there is none. */
export const nextAttempt = (tries: number, demanded: number, now: number): string | undefined => {
  const delay = delays[tries - 1]
  if (delay === undefined) return undefined
  return new Date(now + Math.max(delay * (1 + Math.random() * jitter), demanded)).toISOString()
}
