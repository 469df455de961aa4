import { Readable } from 'node:stream'

/** How long a stream may send nothing. */
const idleMilliseconds = 10_000

/** Waits for data from `source`; fails after 10 s without any. */
export const awaitWithIdleTimeout = <T>(source: Readable, something: Promise<T>): Promise<T> => {
  const timer = setTimeout(() => source.destroy(new Error('Nothing comes any more.')), idleMilliseconds)
  return something.finally(() => clearTimeout(timer))
}

async function* chunksOf(source: Readable): AsyncGenerator<Buffer, void> {
  const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Buffer, void>
  for (;;) {
    const { value, done } = await awaitWithIdleTimeout(source, chunks.next())
    if (done) return
    yield value
  }
}

/** The same bytes; it fails when the source stalls, but unlike a socket's timeout it waits for slow readers. */
export const withIdleTimeout = (source: Readable): Readable =>
  Readable.from(chunksOf(source), { objectMode: false }).once('close', () => source.destroy())
