import { batchesOf } from '../runtime/batches.ts'
import { environment } from '../runtime/environment.ts'
import { getItems } from '../table/batch-get.ts'
import { writeBatch } from '../table/batch-write.ts'
import type { Item, Key } from '../table/operation.ts'
import { writeItem } from '../table/table.ts'
import type { DocumentKey } from './document.ts'
import { partitionOf, pieceKeys, type Packed } from './packed-entries.ts'

/** A passage of a thing: its number stays while its text does. */
export interface PassageRef {
  number: number
  /** Of its text and headings. */
  hash: string
}

/** A document as it stands in the index. */
export interface IndexedState {
  scopes: string[]
  container: string
  title: string
  language: string
  length: number
  passages: PassageRef[]
  packed: Packed
}

/** What the index knows of a thing. */
export interface StoredDocument {
  version: number
  /** The number of the next new passage. */
  next: number
  state?: IndexedState
  /** What is being written since: until then by somebody, later by nobody any more. */
  pending?: { until: number; state?: IndexedState }
}

/** Where a thing's document is; its passages and pieces stand in the same partition. */
export const indexed = {
  keyOf: (key: DocumentKey): Key => ({ pk: partitionOf(key), sk: 'document' }),
}

export const passageKey = (key: DocumentKey, number: number): Key => ({
  pk: partitionOf(key),
  sk: `passage#${number}`,
})

/** Removes the pieces of states that are no more. */
export const removePieces = (key: DocumentKey, states: (IndexedState | undefined)[]): Promise<void> =>
  writeBatch(
    [],
    states.flatMap((state) => pieceKeys(key, state?.packed)),
  )

const encodePassages = (passages: PassageRef[]) =>
  passages.map(({ number, hash }) => `${number}:${hash}`).join()

const decodePassages = (text: string): PassageRef[] =>
  text === ''
    ? []
    : text.split(',').map((part) => {
        const [number = '', hash = ''] = part.split(':')
        return { number: Number(number), hash }
      })

const toItemState = (state: IndexedState | undefined) =>
  state && { ...state, passages: encodePassages(state.passages) }

const fromItemState = (state: unknown): IndexedState => {
  const { passages, ...rest } = state as Omit<IndexedState, 'passages'> & { passages: string }
  return { ...rest, passages: decodePassages(passages) }
}

const readItem = (item: Item): StoredDocument => {
  const { version, next, state, pending } = item as Item & StoredDocument
  return {
    version,
    next,
    ...(state && { state: fromItemState(state) }),
    ...(pending && {
      pending: {
        until: pending.until,
        ...(pending.state && { state: fromItemState(pending.state) }),
      },
    }),
  }
}

/** What the index knows of things, in their order; undefined of those that it does not know. */
export const findIndexed = async (keys: DocumentKey[]): Promise<(StoredDocument | undefined)[]> =>
  (await getItems(keys.map(indexed.keyOf))).map((item) => item && readItem(item))

/** The item of what the index knows of a thing. */
export const itemOf = (
  { type, id }: DocumentKey,
  { version, next, state, pending }: StoredDocument,
): Item => ({
  ...indexed.keyOf({ type, id }),
  summary: { type, id },
  version,
  next,
  ...(state && { state: toItemState(state) }),
  ...(pending && {
    pending: { until: pending.until, ...(pending.state && { state: toItemState(pending.state) }) },
  }),
})

/** Stores what the index knows of a thing, unless somebody else did since: {@link ConflictError}. */
export const replaceIndexed = async (
  key: DocumentKey,
  before: StoredDocument | undefined,
  after: Omit<StoredDocument, 'version'> | undefined,
): Promise<StoredDocument> => {
  const TableName = environment.tableName
  const condition = before
    ? {
        ConditionExpression: 'version = :version',
        ExpressionAttributeValues: { ':version': before.version },
      }
    : { ConditionExpression: 'attribute_not_exists(pk)' }
  const version = (before?.version ?? 0) + 1
  if (!after) {
    await writeItem({ write: { Delete: { TableName, Key: indexed.keyOf(key), ...condition } } })
    return { version, next: 0 }
  }
  const stored = { ...after, version }
  await writeItem({ write: { Put: { TableName, Item: itemOf(key, stored), ...condition } } })
  return stored
}

/** Writes rows in parts, and stops before the time is over in which nobody else writes rows of the thing. */
export const writeRows = async (puts: Key[], deletes: Key[], until: number): Promise<void> => {
  const writes = [...puts.map((put) => ({ put })), ...deletes.map((row) => ({ row }))]
  for (const part of batchesOf(writes, rowsAtOnce)) {
    if (Date.now() > until - reserveMilliseconds)
      throw new Error('The rows of a document took longer than nobody else may write them.')
    await writeBatch(
      part.flatMap((write) => ('put' in write ? [write.put] : [])),
      part.flatMap((write) => ('row' in write ? [write.row] : [])),
    )
  }
}

const rowsAtOnce = 500

/** A write that has begun ends within this time, or fails. */
const reserveMilliseconds = 4_000
