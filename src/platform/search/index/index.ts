import { createHash } from 'node:crypto'
import { ConflictError, retryOnConflict } from '../../table/conflict.ts'
import type { Key } from '../../table/operation.ts'
import { analyze, type Analysis } from './analysis.ts'
import { addCompounds } from './compounds.ts'
import { countTexts, isSameState, planTransition, surePassages, type Transition } from './document-plan.ts'
import type { Document, DocumentKey } from './document.ts'
import { leaseMilliseconds, maxWritesOfBatch, writeIndexBatch, type PendingDocument } from './index-batch.ts'
import { prepareDocument, type Prepared } from './prepared-document.ts'
import {
  findIndexed,
  toDocumentItem,
  replaceIndexed,
  type IndexedState,
  type StoredDocument,
} from './stored-document.ts'
import { addToVocabulary } from './vocabulary.ts'

/** Outcome of indexing: `busy` if another worker is writing a long document, `unfinished` if more is to be written. */
export type Indexed = 'done' | 'unfinished' | 'busy'

type Source = Document | undefined | (() => Promise<Document | 'unchanged' | undefined>)

const isSamePlace = (a: IndexedState | undefined, b: IndexedState | undefined) =>
  JSON.stringify([a?.title, a?.container, a?.scopes, a?.passages]) ===
  JSON.stringify([b?.title, b?.container, b?.scopes, b?.passages])

const rememberWords = ({ forms, stopWords, compounds }: Prepared) =>
  Promise.all([addToVocabulary(forms, stopWords), addCompounds(compounds)])

const documentDigest = (document: Document) =>
  createHash('sha256').update(JSON.stringify(document)).digest('base64url').slice(0, 16)

/** Work on a document: the states, the target with its text if it was read, and the number of completed writes. */
interface Work {
  transition: Transition
  prepared?: Prepared | undefined
  digest?: string | undefined
  written: number
  next: number
}

/** Maximum number of interrupted attempts that are kept apart; before there are more, the rows of all are removed. */
const maxBegun = 3

/** Returns work begun by others that can be continued without the document, because its texts are written. */
const begunWork = (key: DocumentKey, found: StoredDocument | undefined): Work | undefined => {
  const { state: before, pending, next = 0 } = found ?? {}
  const { state: target, also = [], written = 0, digest } = pending ?? {}
  const transition = { before, also, target }
  if (written === 0 || written < countTexts(key, transition)) return undefined
  return { transition, digest, written, next }
}

/** Prepares a document again for a state of it, so that both can be compared. */
const prepareAs = (
  document: Document,
  analysis: Analysis,
  { passages, packed }: IndexedState,
  next: number,
) => {
  const generation = packed instanceof Uint8Array ? undefined : packed.generation
  return prepareDocument(document, analysis, { passages, next, generation })
}

/** Returns the work for the current document; continues work that was begun for the identical document. */
const newWork = async (found: StoredDocument | undefined, document: Document | undefined): Promise<Work> => {
  const { state: before, pending, next = 0 } = found ?? {}
  const { state: begun, also = [], written = 0 } = pending ?? {}
  const analysis = document && (await analyze(document))
  const digest = document && documentDigest(document)
  if (document && analysis && begun) {
    const prepared = prepareAs(document, analysis, begun, next)
    if (isSameState(prepared.state, begun))
      return { transition: { before, also, target: begun }, prepared, digest, written, next }
  }
  if (pending && !document && !begun)
    return { transition: { before, also, target: undefined }, written, next }

  const all = pending ? [...also, begun ?? null] : []
  if (all.length > maxBegun) return { transition: { before, also: all, target: undefined }, written: 0, next }
  const passages = surePassages({ before, also: all })
  const prepared = document && analysis && prepareDocument(document, analysis, { passages, next })
  const transition = { before, also: all, target: prepared?.state }
  return { transition, prepared, digest, written: 0, next: prepared?.next ?? next }
}

/** Returns true if the index of a resource equals its document. */
export const isIndexed = async ({ state, next }: StoredDocument, document: Document): Promise<boolean> =>
  state !== undefined && isSameState(prepareAs(document, await analyze(document), state, next).state, state)

/** Does a part of the work; returns `unread` if everything is done without reading the document. */
const doPart = async (
  key: DocumentKey,
  found: StoredDocument | undefined,
  work: Work,
): Promise<Indexed | 'unread'> => {
  const { transition, prepared, digest, written, next } = work
  const { before, also, target } = transition
  const plan = await planTransition(key, transition, prepared)
  if (!found?.pending && plan.writes.length === 0 && isSamePlace(before, target)) {
    // an index check includes the vocabulary
    if (prepared) await rememberWords(prepared)
    return 'done'
  }
  const isLong = plan.writes.length - written > maxWritesOfBatch || found?.pending?.isLong === true
  // the worker that finishes may not have to analyze the text again
  if (isLong && prepared) await rememberWords(prepared)
  const pending = {
    until: Date.now() + leaseMilliseconds,
    ...(target && { state: target }),
    ...(also.length > 0 && { also }),
    ...(written > 0 && { written }),
    ...(isLong && { isLong, ...(digest !== undefined && { digest }) }),
  }
  const begun = await replaceIndexed(key, found, { next, ...(before && { state: before }), pending })
  const { noted, isWhole } = await writeIndexBatch(key, { ...begun, pending }, plan)
  if (!isWhole) return 'unfinished'
  await finish(key, { ...noted, pending: { ...noted.pending, written: plan.writes.length } }, work)
  return prepared || (!target && written === 0 && also.length <= maxBegun) ? 'done' : 'unread'
}

/** Does a part of work begun by others; at its end, reads the document, which may have changed. */
const continueWork = async (
  key: DocumentKey,
  found: StoredDocument | undefined,
  work: Work,
  load: () => Promise<Document | 'unchanged' | undefined>,
): Promise<Indexed> => {
  const outcome = await doPart(key, found, work)
  if (outcome !== 'unread') return outcome
  const present = await load()
  if (present === 'unchanged') return 'done'
  return present && documentDigest({ ...present, ...key }) === work.digest ? 'done' : 'unfinished'
}

/** Completes the work. If it fails, a retry need not wait for the lease. */
const finish = async (
  key: DocumentKey,
  noted: PendingDocument,
  { transition, prepared }: Work,
): Promise<void> => {
  const { target } = transition
  try {
    if (prepared) await rememberWords(prepared)
  } catch (error) {
    const { version: _, ...rest } = noted
    // if this write fails as well, the retry waits
    await replaceIndexed(key, noted, { ...rest, pending: { ...noted.pending, until: 0 } }).catch(() => {})
    throw error
  }
  await replaceIndexed(key, noted, target && { next: noted.next, state: target })
}

/**
 * Updates the rows of a resource to match its document, or a part of them if they are many: writes only differences,
 * and removes everything if there is no document. `document` should be a function that reads the current resource: it
 * is called again if another worker has indexed the resource meanwhile, and may leave everything as it is
 * (`unchanged`). The intended state is stored first, so that after an interruption the next worker knows which rows may
 * exist, and continues. Throws 503 if others write the rows of the resource for more than 12 s.
 */
export const indexPart = ({ type, id }: DocumentKey, document: Source): Promise<Indexed> =>
  retryOnConflict(async () => {
    const key = { type, id }
    const [found] = await findIndexed([key])
    if (found?.pending && found.pending.until > Date.now()) {
      if (found.pending.isLong) return 'busy'
      throw new ConflictError()
    }
    const load = async () => (typeof document === 'function' ? document() : document)
    const begun = begunWork(key, found)
    if (begun) return continueWork(key, found, begun, load)
    const given = await load()
    if (given === 'unchanged' || (!found && !given)) return 'done'
    const outcome = await doPart(key, found, await newWork(found, given && { ...given, ...key }))
    return outcome === 'unread' ? 'unfinished' : outcome
  })

/** Updates the rows of a resource like `indexPart`, part after part until all of them match. */
export const indexDocument = async (key: DocumentKey, document: Source): Promise<void> => {
  await retryOnConflict(async () => {
    for (;;) {
      const outcome = await indexPart(key, document)
      if (outcome === 'done') return
      if (outcome === 'busy') throw new ConflictError()
    }
  })
}

/** Returns the items that make a new resource searchable, for tables that are filled directly. */
export const documentItems = async (document: Document): Promise<Key[]> => {
  const { state, rows, passages, pieces, next } = prepareDocument(document, await analyze(document), {
    passages: [],
    next: 0,
  })
  const own = toDocumentItem(document, { version: 1, next, state })
  return [...rows.values(), ...passages.values(), ...pieces, own]
}
