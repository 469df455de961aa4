import { ConflictError, retryOnConflict } from '../table/conflict.ts'
import type { Key } from '../table/operation.ts'
import { addCompounds } from './compounds.ts'
import type { Document, DocumentKey } from './document.ts'
import { nameOf, prepare, storedRows, type Prepared } from './prepared-document.ts'
import { contentOf, type Row } from './row.ts'
import {
  findIndexed,
  itemOf,
  passageKey,
  removePieces,
  replaceIndexed,
  writeRows,
  type IndexedState,
  type StoredDocument,
} from './stored-document.ts'
import { addToVocabulary } from './vocabulary.ts'

/**
 * For so long somebody who writes the rows of a thing is alone, in milliseconds; large things take longer.
 */
const leaseMilliseconds = 10_000
const leaseMillisecondsPerRow = 5

const isSamePlace = (a: IndexedState | undefined, b: IndexedState | undefined) =>
  JSON.stringify([a?.title, a?.container, a?.scopes, a?.passages]) ===
  JSON.stringify([b?.title, b?.container, b?.scopes, b?.passages])

/** What is to be written to bring a thing in line: `before` may stand there, and `sure` of it does. */
const differenceOf = (
  key: DocumentKey,
  { state: before, pending }: Pick<StoredDocument, 'state' | 'pending'>,
  stored: { before: Map<string, Row>; pending: Map<string, Row> },
  after: Prepared | undefined,
) => {
  const isSure = (name: string, row: Row) => {
    const old = stored.before.get(name)
    if (!old || contentOf(old) !== contentOf(row)) return false
    const other = stored.pending.get(name)
    return !pending || (other !== undefined && contentOf(other) === contentOf(row))
  }
  const rows = after?.rows ?? new Map<string, Row>()
  const kept = new Set(after?.state.passages.map(({ number }) => number))
  const passages = [...(before?.passages ?? []), ...(pending?.state?.passages ?? [])]
  const old = [...new Map([...stored.before, ...stored.pending]).values()]
  return {
    puts: [...(after?.items ?? []), ...[...rows].flatMap(([name, row]) => (isSure(name, row) ? [] : [row]))],
    deletes: [
      ...old.filter((row) => !rows.has(nameOf(row))).map(({ pk, sk }) => ({ pk, sk })),
      ...passages.filter(({ number }) => !kept.has(number)).map(({ number }) => passageKey(key, number)),
    ],
  }
}

interface Noted {
  key: DocumentKey
  noted: StoredDocument
  after: Prepared | undefined
  puts: Key[]
  deletes: Key[]
  until: number
}

const rememberWords = ({ forms, stopWords, compounds }: Prepared) =>
  Promise.all([addToVocabulary(forms, stopWords), addCompounds(compounds)])

/** Writes what was noted; whoever tries again after a failure need not wait. */
const write = async ({ key, noted, after, puts, deletes, until }: Noted): Promise<void> => {
  try {
    await writeRows(puts, deletes, until)
    if (after) await rememberWords(after)
  } catch (error) {
    const pending = { until: 0, ...(after && { state: after.state }) }
    // if this fails as well, they wait
    await replaceIndexed(key, noted, { ...noted, pending }).catch(() => {})
    throw error
  }
}

/**
 * Brings the rows of a thing in line with its document: only what differs is written, all of it is removed
 * without one. `document` is best given as a function that reads the thing as it is now: it is called again
 * when somebody else has indexed the thing meanwhile. What is to be written is noted first, so that after an
 * interruption whoever comes next knows what may stand there. 503 when others write the rows of the thing for
 * longer than 12 s.
 */
export const indexDocument = (
  { type, id }: DocumentKey,
  document: Document | undefined | (() => Promise<Document | undefined>),
): Promise<void> =>
  retryOnConflict(async () => {
    const key = { type, id }
    const [found] = await findIndexed([key])
    if (found?.pending && found.pending.until > Date.now()) throw new ConflictError()
    const given = typeof document === 'function' ? await document() : document
    if (!found && !given) return

    const { state: before, pending, next = 0 } = found ?? {}
    const [oldRows, pendingRows] = await Promise.all([
      storedRows(key, before),
      storedRows(key, pending?.state),
    ])
    const maybeGone = pending && new Set(pending.state?.passages.map(({ number }) => number))
    const there = (before?.passages ?? []).filter(({ number }) => maybeGone?.has(number) ?? true)
    const after = given && (await prepare({ ...given, ...key }, there, next))
    const stored = { before: oldRows, pending: pendingRows }
    const { puts, deletes } = differenceOf(key, found ?? {}, stored, after)
    const rowCount = puts.length + deletes.length
    if (!pending && rowCount === 0 && isSamePlace(before, after?.state)) {
      // an index that is checked has its vocabulary as well
      if (after) await rememberWords(after)
      return
    }

    const until = Date.now() + leaseMilliseconds + rowCount * leaseMillisecondsPerRow
    const noted = await replaceIndexed(key, found, {
      next: after?.next ?? next,
      ...(before && { state: before }),
      pending: { until, ...(after && { state: after.state }) },
    })
    await write({ key, noted, after, puts, deletes, until })
    await replaceIndexed(key, noted, after && { next: after.next, state: after.state })
    await removePieces(key, [before, pending?.state])
  })

/** The items that make a new thing searchable, for tables that are filled directly. */
export const itemsOf = async (document: Document): Promise<Key[]> => {
  const { state, rows, items, next } = await prepare(document, [], 0)
  return [...rows.values(), ...items, itemOf(document, { version: 1, next, state })]
}
