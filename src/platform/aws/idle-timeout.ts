import { Readable } from 'node:stream'

/** Maximum time without data from a stream, in milliseconds. */
const idleMilliseconds = 10_000

/** Waits for `something` read from `source`; destroys `source` if it takes more than 10 s. */
export const awaitWithIdleTimeout = <T>(source: Readable, something: Promise<T>): Promise<T> => {
  const timer = setTimeout(() => source.destroy(new Error('The connection is idle.')), idleMilliseconds)
  return something.finally(() => clearTimeout(timer))
}

async function* timedChunks(source: Readable): AsyncGenerator<Buffer, void> {
  const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Buffer, void>
  for (;;) {
    const { value, done } = await awaitWithIdleTimeout(source, chunks.next())
    if (done) return
    yield value
  }
}

/**
 * Returns the same bytes. The stream fails if the source stalls but, unlike with a socket timeout, readers may be slow.
 */
export const withIdleTimeout = (source: Readable): Readable =>
  Readable.from(timedChunks(source), { objectMode: false }).once('close', () => source.destroy())
