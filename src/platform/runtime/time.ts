import { requestContext } from './request-context.ts'

/**
 * The present time as every answer has it: RFC 3339 in UTC with milliseconds and `Z`. Under an `Idempotency-Key` it is
 * the time at which the request first came, so that a repetition writes the same.
 */
export const now = (): string => new Date(requestContext().replay?.startedAt ?? Date.now()).toISOString()

/** The present time in whole seconds since 1970, as tokens and DynamoDB's TTL want it. */
export const epochSeconds = (): number => Math.floor(Date.now() / 1000)
