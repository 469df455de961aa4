import { requestContext } from './request-context.ts'

/**
 * Returns the current time in the format of all responses: RFC 3339 in UTC with milliseconds and `Z`. Under an
 * `Idempotency-Key`, returns the time of the first attempt, so that a retry writes the same values.
 */
export const now = (): string => new Date(requestContext().replay?.startedAt ?? Date.now()).toISOString()

/**
 * Returns the time of `now()` in whole seconds since 1970, for values and conditions of writes, which a retry repeats.
 */
export const writeSeconds = (): number => Math.floor(Date.parse(now()) / 1000)

/** Returns the current time in whole seconds since 1970, the unit of tokens and of DynamoDB's TTL. */
export const epochSeconds = (): number => Math.floor(Date.now() / 1000)
