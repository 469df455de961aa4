import { environment } from '../runtime/environment.ts'

const atLeast = (milliseconds: number) => Math.max(milliseconds, environment.minCallMilliseconds)

/**
 * Returns the connection settings of an AWS client: `milliseconds` is the timeout for the first byte of a response and
 * between its bytes. A process may serve many requests (locally it does), and waiting for one of too few sockets would
 * look like a failed connection. The connection timeout is a quarter of `milliseconds`, at least 1 s: a process that is
 * busy for a second notices its new connection late.
 */
export const requestHandler = (milliseconds: number) => ({
  connectionTimeout: atLeast(Math.max(1_000, milliseconds / 4)),
  requestTimeout: atLeast(milliseconds),
  socketTimeout: atLeast(milliseconds),
  throwOnRequestTimeout: true,
  httpAgent: { maxSockets: 1_000 },
  httpsAgent: { maxSockets: 1_000 },
})

/**
 * Runs a call, with all its attempts, within `milliseconds`, even if a response begins and never ends. Reading a stream
 * in the result may take longer.
 */
export const withDeadline = async <T>(
  milliseconds: number,
  call: (options: { abortSignal: AbortSignal }) => Promise<T>,
): Promise<T> => {
  const stop = new AbortController()
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    stop.abort()
    reject(new Error(`No answer within ${atLeast(milliseconds)} ms.`))
  }, atLeast(milliseconds))
  try {
    return await Promise.race([call({ abortSignal: stop.signal }), late])
  } finally {
    clearTimeout(timer)
  }
}
