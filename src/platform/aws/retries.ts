import { StandardRetryStrategy } from '@smithy/core/retry'

/**
 * The SDK's own way to try again, but for its quota, which all calls of a process share: it runs dry where every fifth
 * call fails, and then nobody's call is tried again. Here an attempt gives back at once what it has
 * cost, so the quota only bounds how many wait for their next attempt at the same time.
 */
class UnsharedRetryStrategy extends StandardRetryStrategy {
  override async refreshRetryTokenForRetry(
    ...[token, error]: Parameters<StandardRetryStrategy['refreshRetryTokenForRetry']>
  ) {
    const next = await super.refreshRetryTokenForRetry(token, error)
    this.recordSuccess(next)
    return next
  }
}

/** For the client of an AWS service: each call is tried so many times at most. */
export const retries = (maxAttempts: number) => ({ retryStrategy: new UnsharedRetryStrategy(maxAttempts) })
