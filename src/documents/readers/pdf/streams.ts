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

const maxObjectsBytes = 32 * 2 ** 20

/** Inflates an object stream; returns no bytes if it is damaged or too large. */
const inflateObjects = (bytes: Uint8Array): Buffer => {
  try {
    return inflateSync(bytes, { maxOutputLength: maxObjectsBytes, finishFlush: constants.Z_SYNC_FLUSH })
  } catch {
    return Buffer.alloc(0)
  }
}

/** Yields the objects of a file: everything outside of streams, and the inflated object streams. */
export function* listObjectBytes(file: Buffer): Generator<Buffer> {
  let at = 0
  for (const { dictionary, start, end } of listStreams(file)) {
    yield file.subarray(at, start)
    if (dictionary.includes('/ObjStm')) yield inflateObjects(file.subarray(start, end))
    at = end
  }
  yield file.subarray(at)
}
