import { createHash } from 'node:crypto'
import { getItems } from '../../table/batch/batch-get.ts'
import type { Item, Key } from '../../table/operation.ts'
import type { DocumentKey } from './document.ts'
import { unpackText } from './entry.ts'

/** Packed entries: in the item itself, or of large things in pieces beside it. */
export type Packed = Uint8Array | { generation: string; pieces: number; digest?: string }

/** The partition of what the index knows of a thing. */
export const documentPartition = ({ type, id }: DocumentKey) => `document#${type}#${id}`

/** Where the pieces of packed entries are; none where they are in the item itself. */
export const pieceKeys = (key: DocumentKey, packed: Packed | undefined): Key[] =>
  packed === undefined || packed instanceof Uint8Array
    ? []
    : Array.from({ length: packed.pieces }, (_, n) => ({
        pk: documentPartition(key),
        sk: `words#${packed.generation}#${n}`,
      }))

/** An item holds two of these at most, of DynamoDB's 400 KB. */
const maxInlineBytes = 60_000
const pieceBytes = 200_000

/** Packed entries as a state names them, and the items that are to be written beside it. */
export const toPacked = (
  key: DocumentKey,
  bytes: Uint8Array,
  generation: string,
): { packed: Packed; pieces: Item[] } => {
  if (bytes.length <= maxInlineBytes) return { packed: bytes, pieces: [] }
  const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 16)
  const packed = { generation, pieces: Math.ceil(bytes.length / pieceBytes), digest }
  const pieces = pieceKeys(key, packed).map((pieceKey, n) => ({
    ...pieceKey,
    bytes: bytes.subarray(n * pieceBytes, (n + 1) * pieceBytes),
  }))
  return { packed, pieces }
}

/** The entries of a thing as one text; undefined when pieces of them are missing. */
export const readPacked = async (key: DocumentKey, packed: Packed): Promise<string | undefined> => {
  if (packed instanceof Uint8Array) return unpackText(packed)
  const pieces = await getItems(pieceKeys(key, packed))
  if (pieces.includes(undefined)) return undefined
  return unpackText(Buffer.concat(pieces.map((piece) => piece?.['bytes'] as Uint8Array)))
}
