import { StandardRetryStrategy } from '@smithy/core/retry'

type RetryToken = Parameters<StandardRetryStrategy['recordSuccess']>[0]

/** What a call gives back that was answered at its first attempt; another attempt costs 14, and there are 500. */
const answeredRefund = 5

/** The SDK gives back as much as the last attempt says that it has cost. */
const giving = (token: RetryToken, amount: number): RetryToken => ({
  getRetryCost: () => amount,
  getRetryDelay: () => token.getRetryDelay(),
  getRetryCount: () => token.getRetryCount(),
})

/**
 * The SDK's own way to try again, but for how its quota fills up, which all calls of a process share: there it runs dry
 * where every fifth call fails, and then nobody's call is tried again. Here every answer of the service gives back what
 * the attempts of its call have cost, also one that refuses a condition. Of a service that is down nothing comes back
 * (decision 0011).
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

/** For the client of an AWS service: each call is tried this many times at most. */
export const retries = (maxAttempts: number) => ({ retryStrategy: new AnsweredRetryStrategy(maxAttempts) })
