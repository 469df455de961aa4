import { setTimeout as sleep } from 'node:timers/promises'
import { unavailable } from '../runtime/problem.ts'

/** A write's condition did not hold and nothing says what that means to a client: what was read is out of date. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError'
}

/**
 * How long retries go on if nothing else is said, in milliseconds: of fifty who change one thing at once the last needs
 * seconds, and on a slow machine ten. The last attempt may cross with others for 7 s more (client.ts), and the
 * gateway waits for 20 s (infra/api.ts).
 */
const retryMilliseconds = 12_000

/** Where many wait for one another, longer pauses let more of them through. */
const maxPauseMilliseconds = 1_500

/**
 * A first pause lasts as long as the attempt did, and no shorter than this: what is slow for all is tried less often by
 * each.
 */
const minPauseMilliseconds = 10

/** Runs `work` while `again` wants it for its error, with growing random pauses; after `milliseconds` 503. */
export const retryWhile = async <T>(
  work: (attempt: number) => Promise<T>,
  again: (error: unknown) => boolean,
  milliseconds = retryMilliseconds,
): Promise<T> => {
  const deadline = Date.now() + milliseconds
  for (let attempt = 0; ; attempt++) {
    const from = Date.now()
    try {
      return await work(attempt)
    } catch (error) {
      if (!again(error)) throw error
      const first = Math.max(minPauseMilliseconds, Date.now() - from)
      const pause = Math.random() * Math.min(first * 2 ** attempt, maxPauseMilliseconds)
      if (Date.now() + pause > deadline) throw unavailable(error)
      await sleep(pause)
    }
  }
}

/**
 * Runs `work` on what was read; when that meets a {@link ConflictError}, `work` is run again (it reads again),
 * with growing random pauses, for 12 s unless told otherwise. Then 503, and nothing was written (decision 0009).
 */
export const retryOnConflict = <T>(
  work: (attempt: number) => Promise<T>,
  milliseconds?: number,
): Promise<T> => retryWhile(work, (error) => error instanceof ConflictError, milliseconds)

/** What `work` gives; undefined when what it was based on meets a {@link ConflictError}. */
export const ignoreConflict = <T>(work: () => Promise<T>): Promise<T | undefined> =>
  work().catch((error: unknown) => {
    if (error instanceof ConflictError) return undefined
    throw error
  })
