import { environment } from '../runtime/environment.ts'

const atLeast = (milliseconds: number) => Math.max(milliseconds, environment.minCallMilliseconds)

/**
 * How long a client of an AWS service waits, in milliseconds, for a connection, for the first byte of a
 * response and between its bytes. One process may serve many requests (locally it does), and waiting for one
 * of too few sockets would look like a connection that cannot be made. Who waits long for a response waits a quarter of
 * that for a connection: a process that is busy for a second has not seen yet that it has one.
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
 * Makes a call, with all its attempts, within `milliseconds`, even if a response begins and never ends. The
 * result may be a stream that takes longer.
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
