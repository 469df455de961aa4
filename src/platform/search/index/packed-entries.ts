import { createHash } from 'node:crypto'
import { getItems } from '../../table/batch/batch-get.ts'
import type { Item, Key } from '../../table/operation.ts'
import type { DocumentKey } from './document.ts'
import { unpackText } from './entry.ts'

/** Packed entries: in the item itself or, for large resources, in pieces beside it. */
export type Packed = Uint8Array | { generation: string; pieces: number; digest?: string }

/** Returns the partition of everything the index stores about a resource. */
export const documentPartition = ({ type, id }: DocumentKey) => `document#${type}#${id}`

/** Returns the keys of the pieces of packed entries; none if they are in the item itself. */
export const pieceKeys = (key: DocumentKey, packed: Packed | undefined): Key[] =>
  packed === undefined || packed instanceof Uint8Array
    ? []
    : Array.from({ length: packed.pieces }, (_, n) => ({
        pk: documentPartition(key),
        sk: `words#${packed.generation}#${n}`,
      }))

/**
 * Maximum size of packed entries in an item, which holds at most two of them within DynamoDB's 400 KB; size of a piece.
 */
const maxInlineBytes = 60_000
const pieceBytes = 200_000

/** Returns packed entries in the form that a state contains, and the items to write beside it. */
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

/** Returns the entries of a resource as one text; undefined if pieces are missing. */
export const readPacked = async (key: DocumentKey, packed: Packed): Promise<string | undefined> => {
  if (packed instanceof Uint8Array) return unpackText(packed)
  const pieces = await getItems(pieceKeys(key, packed))
  if (pieces.includes(undefined)) return undefined
  return unpackText(Buffer.concat(pieces.map((piece) => piece?.['bytes'] as Uint8Array)))
}
