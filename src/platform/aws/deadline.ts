import { environment } from '../runtime/environment.ts'

const atLeast = (milliseconds: number) => Math.max(milliseconds, environment.minCallMilliseconds)

/**
 * How long a client of an AWS service waits, in milliseconds, for a connection, an answer's beginning and
 * between its bytes. One process may serve many requests (locally it does), and who waited for one of few
 * sockets would be taken for somebody who finds no connection.
 */
export const requestHandler = (milliseconds: number) => ({
  connectionTimeout: atLeast(1_000),
  requestTimeout: atLeast(milliseconds),
  socketTimeout: atLeast(milliseconds),
  throwOnRequestTimeout: true,
  httpAgent: { maxSockets: 1_000 },
  httpsAgent: { maxSockets: 1_000 },
})

/**
 * Makes a call with all its attempts within `milliseconds`, also when an answer begins and never ends.
 * What it gives may be a stream that goes on for longer.
 */
export const withDeadline = async <T>(
  milliseconds: number,
  call: (options: { abortSignal: AbortSignal }) => Promise<T>,
): Promise<T> => {
  const stop = new AbortController()
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    stop.abort()
    reject(new Error(`There was no answer within ${atLeast(milliseconds)} ms.`))
  }, atLeast(milliseconds))
  try {
    return await Promise.race([call({ abortSignal: stop.signal }), late])
  } finally {
    clearTimeout(timer)
  }
}
