import { StandardRetryStrategy } from '@smithy/core/retry'

type RetryToken = Parameters<StandardRetryStrategy['recordSuccess']>[0]

/** Refund for a call that is answered at its first attempt; each retry costs 14, and the quota is 500. */
const answeredRefund = 5

/** Returns a token with another cost: the SDK refunds the cost of the last attempt. */
const giving = (token: RetryToken, amount: number): RetryToken => ({
  getRetryCost: () => amount,
  getRetryDelay: () => token.getRetryDelay(),
  getRetryCount: () => token.getRetryCount(),
})

/**
 * The SDK's retry strategy with another refill of its quota, which all calls of a process share. The SDK's own quota
 * runs dry if every fifth call fails, and then no call is retried. Here every response of the service, even a failed
 * condition, refunds the cost of the attempts of its call. A service that is down refunds nothing (decision 0011).
 */
class AnsweredRetryStrategy extends StandardRetryStrategy {
  override recordSuccess(token: RetryToken): void {
    const spent = (token.getRetryCost() ?? 0) * token.getRetryCount()
    super.recordSuccess(giving(token, spent || answeredRefund))
  }

  override async refreshRetryTokenForRetry(
    ...[token, error]: Parameters<StandardRetryStrategy['refreshRetryTokenForRetry']>
  ) {
    const isAnswer = error.errorType === 'CLIENT_ERROR'
    if (isAnswer) this.recordSuccess(token)
    return super.refreshRetryTokenForRetry(token, error)
  }
}

/** Returns the retry settings of an AWS client, with at most `maxAttempts` attempts per call. */
export const retries = (maxAttempts: number) => ({ retryStrategy: new AnsweredRetryStrategy(maxAttempts) })
