interface RetryOptions {
  /** Maximum number of attempts per request. */
  maxAttempts?: number
  /** Longest wait before a retry, in seconds; the response is returned if the service asks for more. */
  maxWaitSeconds?: number
  send?: typeof fetch
}

const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1_000))

/**
 * Returns a `fetch` for generated clients that retries while the service is busy (429 and 503), after the seconds of
 * `Retry-After`. Each POST gets an `Idempotency-Key`, so that no retry creates anything twice.
 */
export const retryingFetch =
  ({ maxAttempts = 4, maxWaitSeconds = 30, send = fetch }: RetryOptions = {}): typeof fetch =>
  async (input, init) => {
    const request = new Request(input, init)
    if (request.method === 'POST' && !request.headers.has('Idempotency-Key'))
      request.headers.set('Idempotency-Key', crypto.randomUUID())
    for (let attempt = 1; ; attempt += 1) {
      const response = await send(request.clone())
      const seconds = Number(response.headers.get('Retry-After')) || 2 ** (attempt - 1)
      const isBusy = response.status === 429 || response.status === 503
      if (!isBusy || attempt >= maxAttempts || seconds > maxWaitSeconds) return response
      await response.body?.cancel()
      await pause(seconds)
    }
  }
