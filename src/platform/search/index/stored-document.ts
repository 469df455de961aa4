import { newId } from '../../runtime/id.ts'
import { getItems } from '../../table/batch/batch-get.ts'
import { anyOf, equals, isAbsent } from '../../table/condition.ts'
import type { Item, Key } from '../../table/operation.ts'
import { writeItem } from '../../table/table.ts'
import type { DocumentKey } from './document.ts'
import { documentPartition, type Packed } from './packed-entries.ts'

/** A passage of a thing: its number stays while its text does. */
export interface PassageRef {
  number: number
  /** Of its text and headings. */
  hash: string
}

/** A document as it is in the index. */
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
  pending?: Pending
}

/**
 * What is being written of a thing, or was begun and not ended: each of its rows may be as in any of these states.
 */
export interface Pending {
  /** Until then somebody writes, who is alone; later nobody does. In milliseconds since 1970. */
  until: number
  /** What is to be in the end; nothing where the thing is removed. */
  state?: IndexedState
  /** What others began before and have not ended; null where the thing was removed. */
  also?: (IndexedState | null)[]
  /** How many of the writes that lead to it are made, in their order. */
  written?: number
  /** It takes several parts, so the one who else wants to write comes back later. */
  isLong?: boolean
  /** Of the document that `state` was made from, so that the one who ends it need not analyse that again. */
  digest?: string
}

/** Where a thing's document is; its passages and pieces are in the same partition. */
export const indexed = {
  keyOf: (key: DocumentKey): Key => ({ pk: documentPartition(key), sk: 'document' }),
}

export const passageKey = (key: DocumentKey, number: number): Key => ({
  pk: documentPartition(key),
  sk: `passage#${number}`,
})

const encodePassages = (passages: PassageRef[]) =>
  passages.map(({ number, hash }) => `${number}:${hash}`).join()

const decodePassages = (text: string): PassageRef[] =>
  text === ''
    ? []
    : text.split(',').map((part) => {
        const [number = '', hash = ''] = part.split(':')
        return { number: Number(number), hash }
      })

const toItemState = (state: IndexedState) => ({ ...state, passages: encodePassages(state.passages) })

const fromItemState = (state: unknown): IndexedState => {
  const { passages, ...rest } = state as Omit<IndexedState, 'passages'> & { passages: string }
  return { ...rest, passages: decodePassages(passages) }
}

const toItemPending = ({ state, also, ...rest }: Pending) => ({
  ...rest,
  ...(state && { state: toItemState(state) }),
  ...(also && { also: also.map((one) => one && toItemState(one)) }),
})

const fromItemPending = ({ state, also, ...rest }: Pending): Pending => ({
  ...rest,
  ...(state && { state: fromItemState(state) }),
  ...(also && { also: also.map((one) => one && fromItemState(one)) }),
})

const readItem = (item: Item): StoredDocument => {
  const { version, next, state, pending } = item as Item & StoredDocument
  return {
    version,
    next,
    ...(state && { state: fromItemState(state) }),
    ...(pending && { pending: fromItemPending(pending) }),
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
  ...(pending && { pending: toItemPending(pending) }),
})

/**
 * Stores what the index knows of a thing, unless somebody else did since: {@link ConflictError}. A write that is
 * repeated after a lost answer is known as done by its `writeId`: a worker must not wait for its own lease.
 */
export const replaceIndexed = async (
  key: DocumentKey,
  before: StoredDocument | undefined,
  after: Omit<StoredDocument, 'version'> | undefined,
): Promise<StoredDocument> => {
  const isAsRead = before ? equals('version', before.version) : isAbsent('pk')
  const version = (before?.version ?? 0) + 1
  if (!after) {
    await writeItem({ remove: indexed.keyOf(key), require: [anyOf(isAsRead, isAbsent('pk'))] })
    return { version, next: 0 }
  }
  const stored = { ...after, version }
  const writeId = newId()
  await writeItem({
    put: { ...itemOf(key, stored), writeId },
    require: [anyOf(isAsRead, equals('writeId', writeId))],
  })
  return stored
}
