import { constants, inflateSync } from 'node:zlib'
import { tooMany } from '../../unreadable-file.ts'
import { countDrawings, requireFewDrawn, type DrawingStream } from './forms.ts'
import { requireFewMapped, requireShortTokens } from './shape.ts'
import { listStreams, type PdfStream } from './streams.ts'

type Counts = { operators: number; texts: number }

/** Limits of one stream: a million operators take a reader 3 s, and a million pieces of text take 1 GB. */
const maxOperators = 5_000_000
const maxTexts = 300_000
const maxStreamBytes = 128 * 2 ** 20

const notOperators = /\/(?:Image|Length1|ObjStm|XRef)\b/
const form = /\/Form\b/
const filter = /\/(?:FlateDecode|Fl)\b/g

const tooManyOperations = () => tooMany('drawing operations')

const isTooLong = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'

/** Removes the filters of a stream; returns no bytes if they are damaged, because the reader reports that itself. */
const inflate = (bytes: Uint8Array, filters: number): Uint8Array => {
  const options = { maxOutputLength: maxStreamBytes, finishFlush: constants.Z_SYNC_FLUSH }
  try {
    let inflated = bytes
    for (let n = 0; n < filters; n++) inflated = inflateSync(inflated, options)
    return inflated
  } catch (error) {
    if (isTooLong(error)) throw tooManyOperations()
    return new Uint8Array()
  }
}

const isLetter = (byte = 0) => (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a)
const isSpace = (byte = 0x20) => byte <= 0x20

/** Counts the words of a stream, which are its operators, and the operators that show text, Tj and TJ. */
const countOperators = (bytes: Uint8Array): Counts => {
  let [operators, texts] = [0, 0]
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (isLetter(byte) && isSpace(bytes[at - 1])) operators += 1
    if (byte === 0x54 && (bytes[at + 1] === 0x6a || bytes[at + 1] === 0x4a)) texts += 1
  }
  return { operators, texts }
}

/** Yields the streams of a file that may contain operators, inflated. */
function* listOperators(file: Buffer): Generator<PdfStream & { bytes: Uint8Array }> {
  for (const stream of listStreams(file)) {
    const { dictionary, start, end } = stream
    if (notOperators.test(dictionary)) continue
    yield { ...stream, bytes: inflate(file.subarray(start, end), dictionary.match(filter)?.length ?? 0) }
  }
}

/**
 * Throws `UnreadableFile` if a PDF draws more than any real document: in one stream, or in the whole file, which may
 * have one more operator for each of its bytes.
 */
export const requireFewOperators = (file: Buffer) => {
  let [freeOperators, freeTexts] = [maxOperators + file.length, maxTexts + file.length]
  const streams = new Map<number, DrawingStream>()
  for (const { object, dictionary, bytes } of listOperators(file)) {
    requireShortTokens(bytes)
    requireFewMapped(bytes)
    const { operators, texts } = countOperators(bytes)
    if (form.test(dictionary))
      streams.set(object, { object, dictionary, operators, drawings: countDrawings(bytes) })
    freeOperators -= operators
    freeTexts -= texts
    const isAlone = operators > maxOperators || texts > maxTexts
    if (isAlone || freeOperators < 0 || freeTexts < 0) throw tooManyOperations()
  }
  requireFewDrawn(file, streams)
}
