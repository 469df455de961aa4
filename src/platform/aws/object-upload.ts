import { problemDocs } from '#docs'
import { Readable } from 'node:stream'
import { bucket, objectLocation, putCommand } from './s3-client.ts'
import { headObject, unstoredObject, type ObjectMetadata } from './s3.ts'
import { problem, unavailable } from '../runtime/problem.ts'
import { isDryRun } from '../runtime/request-context.ts'
import { awaitWithIdleTimeout } from './idle-timeout.ts'

/** Timeout of an upload, in milliseconds. */
export const uploadMilliseconds = 300_000

export const brokenOff = problem('request.broken_off', 400, {
  wording: (cause: unknown) => ({ detail: 'The body is incomplete.', cause }),
  docs: problemDocs({
    meaning: 'The connection closed before the whole body arrived.',
    example: [undefined],
  }),
})

/** Yields the chunks of a source, and keeps the source open for a response if reading stops early. */
async function* observedChunks(
  source: Readable,
  look: (chunk: Buffer) => void,
): AsyncGenerator<Buffer, void> {
  const chunks = source.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer, void>
  try {
    for (;;) {
      const { value, done } = await awaitWithIdleTimeout(source, chunks.next())
      if (done) return
      look(value)
      yield value
    }
  } finally {
    void chunks.return?.()
  }
}

/**
 * Stores a stream as an object without holding much of it in memory; calls `look` with every chunk. Stores nothing
 * unless the whole body arrives. Throws 400 if the sender disconnects or sends nothing for 10 s, and 503 if S3 fails.
 */
export const putStream = async (
  key: string,
  { stream, length }: { stream: Readable; length: number },
  ContentType: string,
  look: (chunk: Buffer) => void,
): Promise<ObjectMetadata> => {
  if (isDryRun()) return unstoredObject(length)
  const stop = new AbortController()
  const Body = Readable.from(observedChunks(stream, look), { objectMode: false })
  let broken: unknown
  Body.once('error', (error) => {
    broken = error
    stop.abort()
  })
  const command = putCommand({ ...objectLocation(key), Body, ContentLength: length, ContentType })
  try {
    await bucket().send(command, { abortSignal: stop.signal, requestTimeout: uploadMilliseconds })
  } catch (error) {
    Body.destroy()
    throw broken ? brokenOff(broken) : unavailable(error)
  }
  const object = await headObject(key)
  if (!object) throw unavailable(new Error('An object that was just stored is missing.'))
  return object
}
