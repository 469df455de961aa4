import { retryWhile } from '../conflict.ts'

/** DynamoDB processed nothing of a batch, being throttled. */
class UnprocessedError extends Error {
  override readonly name = 'UnprocessedError'
}

/** How long a batch may take with all its retries, in milliseconds: as long as one call with its own. */
const batchMilliseconds = 2_700

/**
 * Has `send` process a batch, and again the unprocessed rest that it returns: at once while the rest gets
 * smaller, with growing random pauses when nothing was processed. Throws 503 when something is left after 2.7
 * s.
 */
export const processAll = async <T>(batch: T[], send: (rest: T[]) => Promise<T[]>): Promise<void> => {
  const deadline = Date.now() + batchMilliseconds
  let rest = batch
  const progress = async () => {
    const count = rest.length
    rest = await send(rest)
    if (rest.length > 0 && (rest.length >= count || Date.now() > deadline))
      throw new UnprocessedError(`DynamoDB left ${rest.length} of a batch unprocessed.`)
  }
  do await retryWhile(progress, (error) => error instanceof UnprocessedError, deadline - Date.now())
  while (rest.length > 0)
}
