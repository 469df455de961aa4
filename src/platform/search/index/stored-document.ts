import { newId } from '../../runtime/id.ts'
import { getItems } from '../../table/batch/batch-get.ts'
import { anyOf, equals, isAbsent } from '../../table/condition.ts'
import type { Item, Key } from '../../table/operation.ts'
import { writeItem } from '../../table/table.ts'
import type { DocumentKey } from './document.ts'
import { documentPartition, type Packed } from './packed-entries.ts'

/** A passage of a resource; its number stays as long as its text does. */
export interface PassageRef {
  number: number
  /** Hash of its text and headings. */
  hash: string
}

/** A document in the form in which it is indexed. */
export interface IndexedState {
  scopes: string[]
  container: string
  title: string
  language: string
  length: number
  passages: PassageRef[]
  packed: Packed
}

/** The stored index state of a resource. */
export interface StoredDocument {
  version: number
  /** Number of the next new passage. */
  next: number
  state?: IndexedState
  pending?: Pending
}

/** Writes that are in progress, or were interrupted: each row of the resource may be in any of these states. */
export interface Pending {
  /** End of the lease of the only worker that writes; after it, nobody writes. In milliseconds since 1970. */
  until: number
  /** Target state; absent if the resource is removed. */
  state?: IndexedState
  /** States that earlier workers began and did not complete; null for a removal. */
  also?: (IndexedState | null)[]
  /** Number of completed writes towards the target, in their order. */
  written?: number
  /** True if it takes several parts, so that other workers retry later. */
  isLong?: boolean
  /** Digest of the document from which `state` was made, so that the worker that finishes need not analyze it again. */
  digest?: string
}

/** Keys of stored index states; the passages and pieces of a resource are in the same partition. */
export const indexed = {
  keyOf: (key: DocumentKey): Key => ({ pk: documentPartition(key), sk: 'document' }),
}

export const passageKey = (key: DocumentKey, number: number): Key => ({
  pk: documentPartition(key),
  sk: `passage#${number}`,
})

const encodePassageRefs = (passages: PassageRef[]) =>
  passages.map(({ number, hash }) => `${number}:${hash}`).join()

const decodePassageRefs = (text: string): PassageRef[] =>
  text === ''
    ? []
    : text.split(',').map((part) => {
        const [number = '', hash = ''] = part.split(':')
        return { number: Number(number), hash }
      })

const toItemState = (state: IndexedState) => ({ ...state, passages: encodePassageRefs(state.passages) })

const fromItemState = (state: unknown): IndexedState => {
  const { passages, ...rest } = state as Omit<IndexedState, 'passages'> & { passages: string }
  return { ...rest, passages: decodePassageRefs(passages) }
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

/** Returns the stored index states of resources, in their order; undefined for those not indexed. */
export const findIndexed = async (keys: DocumentKey[]): Promise<(StoredDocument | undefined)[]> =>
  (await getItems(keys.map(indexed.keyOf))).map((item) => item && readItem(item))

/** Returns the table item of a stored index state. */
export const toDocumentItem = (
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
 * Stores the index state of a resource; throws {@link ConflictError} if another worker did so since. A write that is
 * repeated after a lost response succeeds by its `writeId`, because a worker must not wait for its own lease.
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
    put: { ...toDocumentItem(key, stored), writeId },
    require: [anyOf(isAsRead, equals('writeId', writeId))],
  })
  return stored
}
