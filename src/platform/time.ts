/** The present time as every answer has it: RFC 3339 in UTC with milliseconds and `Z`. */
export const now = (): string => new Date().toISOString()

/** The present time in whole seconds since 1970, as tokens and DynamoDB's TTL want it. */
export const epochSeconds = (): number => Math.floor(Date.now() / 1000)
