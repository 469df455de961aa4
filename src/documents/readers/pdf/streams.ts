import { constants, inflateSync } from 'node:zlib'

/** A stream of a PDF by its place in the file, with the dictionary in front of it and the number of its object. */
export type PdfStream = {
  object: number
  dictionary: string
  dictionaryStart: number
  start: number
  end: number
}

const maxDictionaryCharacters = 2_048

/** The streams of a file, whether anything refers to them or not. */
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

const parentStart = '/First'
const reference = /^\/First\s+\d+\s+\d+\s+R/
const referenceBytes = 40

const countParentsIn = (bytes: Buffer): number => {
  let count = 0
  for (let at = bytes.indexOf(parentStart); at >= 0; at = bytes.indexOf(parentStart, at + 1))
    if (reference.test(bytes.toString('latin1', at, at + referenceBytes))) count += 1
  return count
}

const maxObjectsBytes = 32 * 2 ** 20

/** The objects of a stream that holds some; none where it is damaged, or has more than any. */
export const inflateObjects = (bytes: Uint8Array): Buffer => {
  try {
    return inflateSync(bytes, { maxOutputLength: maxObjectsBytes, finishFlush: constants.Z_SYNC_FLUSH })
  } catch {
    return Buffer.alloc(0)
  }
}

/** How many bookmarks of a file have others below them: objects that name a first child, in streams or not. */
export const countParents = (file: Buffer): number => {
  let count = countParentsIn(file)
  for (const { dictionary, start, end } of listStreams(file))
    if (dictionary.includes('/ObjStm')) count += countParentsIn(inflateObjects(file.subarray(start, end)))
  return count
}
