import { setTimeout as sleep } from 'node:timers/promises'
import { unavailable } from '../runtime/problem.ts'

/**
 * Thrown if the condition of a write does not hold and the write defines no problem for clients: the data it is based
 * on is out of date.
 */
export class ConflictError extends Error {
  override readonly name = 'ConflictError'
}

/**
 * Default time limit for retries, in milliseconds. If fifty callers change one record at once, the last one needs
 * seconds, and ten on a slow machine. The last attempt may conflict with other transactions for 7 s more (client.ts),
 * and the gateway waits for 20 s (infra/gateway/api.ts).
 */
const retryMilliseconds = 12_000

/** Maximum pause between attempts: under contention, longer pauses let more callers through. */
const maxPauseMilliseconds = 1_500

/**
 * Minimum duration of the first pause, which otherwise lasts as long as the attempt: the slower an operation is, the
 * less often each caller retries it.
 */
const minPauseMilliseconds = 10

/**
 * Runs `work`, and repeats it with growing random pauses while `isTemporary` returns true for its error; throws 503
 * after `milliseconds`.
 */
export const retryWhile = async <T>(
  work: (attempt: number) => Promise<T>,
  isTemporary: (error: unknown) => boolean,
  milliseconds = retryMilliseconds,
): Promise<T> => {
  const deadline = Date.now() + milliseconds
  for (let attempt = 0; ; attempt++) {
    const from = Date.now()
    try {
      return await work(attempt)
    } catch (error) {
      if (!isTemporary(error)) throw error
      const first = Math.max(minPauseMilliseconds, Date.now() - from)
      const pause = Math.random() * Math.min(first * 2 ** attempt, maxPauseMilliseconds)
      if (Date.now() + pause > deadline) throw unavailable(error)
      await sleep(pause)
    }
  }
}

/**
 * Runs `work`, and repeats it from its reads after each {@link ConflictError}, with growing random pauses, for 12 s by
 * default. Then throws 503, with nothing written (decision 0009).
 */
export const retryOnConflict = <T>(
  work: (attempt: number) => Promise<T>,
  milliseconds?: number,
): Promise<T> => retryWhile(work, (error) => error instanceof ConflictError, milliseconds)

/** Returns the result of `work`; undefined if it throws a {@link ConflictError}. */
export const ignoreConflict = <T>(work: () => Promise<T>): Promise<T | undefined> =>
  work().catch((error: unknown) => {
    if (error instanceof ConflictError) return undefined
    throw error
  })

/** Performs a write; returns false if it throws a {@link ConflictError}. */
export const tryWrite = async (write: () => Promise<void>): Promise<boolean> =>
  (await ignoreConflict(() => write().then(() => true))) === true
