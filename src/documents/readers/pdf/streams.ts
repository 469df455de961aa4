import { constants, inflateSync } from 'node:zlib'

/** A stream of a PDF by its position in the file, with its dictionary and object number. */
export type PdfStream = {
  object: number
  dictionary: string
  dictionaryStart: number
  start: number
  end: number
}

const maxDictionaryCharacters = 2_048
const maxObjectsBytes = 32 * 2 ** 20

/** Yields the streams of a file, even those without a reference to them. */
export function* listStreams(file: Buffer): Generator<PdfStream> {
  for (let at = file.indexOf('stream'); at >= 0;) {
    const end = file.indexOf('endstream', at)
    if (end < 0) return
    const from = Math.max(0, at - maxDictionaryCharacters)
    const before = file.toString('latin1', from, at)
    const skipped = before.lastIndexOf(' obj') + 1
    const object = Number(/(\d+)\s+\d+\s$/.exec(before.slice(0, skipped))?.[1] ?? -1)
    const start = at + 'stream'.length + (file[at + 6] === 0x0d ? 2 : 1)
    yield { object, dictionary: before.slice(skipped), dictionaryStart: from + skipped, start, end }
    at = file.indexOf('stream', end + 'endstream'.length)
  }
}

const isTooLongError = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'

/** Inflates bytes and counts the consumed ones; returns undefined for damaged or, without `tooLong`, long ones. */
export const inflate = (bytes: Uint8Array, maxOutputLength: number, tooLong?: () => Error) => {
  try {
    // the types of Node.js ignore `info`
    const options = { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH, info: true }
    const inflated: unknown = inflateSync(bytes, options)
    const { buffer, engine } = inflated as { buffer: Buffer; engine: { bytesWritten: number } }
    return { inflated: buffer, consumed: engine.bytesWritten }
  } catch (error) {
    if (tooLong && isTooLongError(error)) throw tooLong()
    return undefined
  }
}

/** Yields the objects of a file: everything outside of streams, and the inflated object streams. */
export function* listObjectBytes(file: Buffer): Generator<Buffer> {
  let at = 0
  for (const { dictionary, start, end } of listStreams(file)) {
    yield file.subarray(at, start)
    const isObjects = dictionary.includes('/ObjStm')
    const objects = isObjects ? inflate(file.subarray(start, end), maxObjectsBytes) : undefined
    if (objects) yield objects.inflated
    at = end
  }
  yield file.subarray(at)
}
