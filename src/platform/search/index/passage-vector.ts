import { createHash } from 'node:crypto'
import type { Chunk } from '../../../language/chunks.ts'
import { getItems } from '../../table/batch/batch-get.ts'
import { equals } from '../../table/condition.ts'
import { ignoreConflict } from '../../table/conflict.ts'
import type { Item, Key } from '../../table/operation.ts'
import { writeItem } from '../../table/table.ts'
import type { DocumentKey } from './document.ts'
import { findIndexed, passageKey } from './stored-document.ts'

/** The embedding of a passage, stored in the passage's item: it is read and removed with the text (decision 0059). */
export interface PassageVector {
  /** Name of the model. */
  model: string
  /** Digest of the model's name and its input, which includes the title of the resource. */
  digest: string
  /** One signed byte per dimension: this keeps the direction, not the length. */
  bytes: Uint8Array
}

/** A passage without an embedding of its current text by a given model. */
export interface UnembeddedPassage {
  key: Key
  /** The passage's own text, and the input of the model: the text with the title and headings above it. */
  text: string
  input: string
  digest: string
}

const vectorDigest = (model: string, input: string) =>
  createHash('sha256')
    .update(JSON.stringify([model, input]))
    .digest('base64url')
    .slice(0, 16)

/**
 * Returns the passages without an embedding of their current text by `model`, among `limit` passages of a resource from
 * a position on.
 */
export const findUnembedded = async (
  key: DocumentKey,
  model: string,
  from: number,
  limit: number,
): Promise<{ passages: UnembeddedPassage[]; isLast: boolean }> => {
  const [found] = await findIndexed([key])
  const { title = '', passages = [] } = found?.state ?? {}
  const keys = passages.slice(from, from + limit).map(({ number }) => passageKey(key, number))
  const items = (await getItems(keys)) as ((Item & Chunk & { vector?: PassageVector }) | undefined)[]
  const open = items.flatMap((item) => {
    if (!item) return []
    const { pk, sk, headings, text, vector } = item
    const input = [title, ...headings, text].join('\n').toWellFormed()
    const digest = vectorDigest(model, input)
    return vector?.digest === digest ? [] : [{ key: { pk, sk }, text, input, digest }]
  })
  return { passages: open, isLast: from + limit >= passages.length }
}

const toBytes = (values: number[]): Uint8Array => {
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  return new Uint8Array(Int8Array.from(values, (value) => Math.round((127 * value) / largest)).buffer)
}

/** Stores the embedding of a passage, unless the passage was removed or its text has changed. */
export const storeVector = async (
  { key, text, digest }: UnembeddedPassage,
  model: string,
  values: number[],
): Promise<void> => {
  const vector: PassageVector = { model, digest, bytes: toBytes(values) }
  await ignoreConflict(() =>
    writeItem({ key, change: { set: [['vector', vector]] }, require: [equals('text', text)] }),
  )
}

/** Returns the similarity of two directions, -1 to 1; undefined if they have different numbers of dimensions. */
export const cosine = (values: number[], { bytes }: PassageVector): number | undefined => {
  const own = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length)
  if (own.length !== values.length) return undefined
  let [product, square, ownSquare] = [0, 0, 0]
  for (let n = 0; n < own.length; n++) {
    const [value = 0, other = 0] = [values[n], own[n]]
    product += value * other
    square += value * value
    ownSquare += other * other
  }
  return product / Math.sqrt(square * ownSquare)
}
