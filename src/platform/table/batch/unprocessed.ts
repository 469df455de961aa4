import { retryWhile } from '../conflict.ts'

/** Thrown if DynamoDB processed nothing of a batch because of throttling. */
class UnprocessedError extends Error {
  override readonly name = 'UnprocessedError'
}

/** Time limit of a batch with all its retries, in milliseconds: the time limit of one call. */
const batchMilliseconds = 2_700

/**
 * Sends a batch, and then the unprocessed rest that `send` returns: at once while the rest gets smaller, with growing
 * random pauses if nothing was processed. Throws 503 if anything is left after 2.7 s.
 */
export const processAll = async <T>(batch: T[], send: (rest: T[]) => Promise<T[]>): Promise<void> => {
  const deadline = Date.now() + batchMilliseconds
  let rest = batch
  const progress = async () => {
    const count = rest.length
    rest = await send(rest)
    if (rest.length > 0 && (rest.length >= count || Date.now() > deadline))
      throw new UnprocessedError(`DynamoDB left ${rest.length} items unprocessed.`)
  }
  do await retryWhile(progress, (error) => error instanceof UnprocessedError, deadline - Date.now())
  while (rest.length > 0)
}
