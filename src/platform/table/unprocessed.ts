import { retryWhile } from './conflict.ts'

/** DynamoDB did a part of a batch and left the rest for later, being busy. */
class UnprocessedError extends Error {
  override readonly name = 'UnprocessedError'
}

/** How long the rest of a batch is tried again, in milliseconds: as long as a call may take in all its attempts. */
const retryMilliseconds = 2_700

/**
 * Has `send` process a batch, and again what it gives back: what DynamoDB left for later. With growing random pauses,
 * as DynamoDB asks for; throws 503 when some is left after 2.7 s.
 */
export const processAll = async <T>(batch: T[], send: (rest: T[]) => Promise<T[]>): Promise<void> => {
  let rest = batch
  await retryWhile(
    async () => {
      rest = await send(rest)
      if (rest.length > 0) throw new UnprocessedError(`DynamoDB left ${rest.length} of a batch for later.`)
    },
    (error) => error instanceof UnprocessedError,
    retryMilliseconds,
  )
}
