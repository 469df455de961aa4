import { isDeepStrictEqual } from 'node:util'
import type { Item, Key } from '../../table/operation.ts'
import type { DocumentKey } from './document.ts'
import { pieceKeys } from './packed-entries.ts'
import { storedRows, type Prepared } from './prepared-document.ts'
import { contentOf, type WordRow } from './row.ts'
import { passageKey, type IndexedState } from './stored-document.ts'

/** Which states the rows of a thing may be in, and in which they are to be. */
export interface Transition {
  before: IndexedState | undefined
  /** What was begun since and has not ended; null where the thing was removed. */
  also: (IndexedState | null)[]
  target: IndexedState | undefined
}

export type Write = { put: Item } | { remove: Key }

/**
 * The writes of a transition, in an order that follows from its states alone, so that others can continue. Texts come
 * first: behind them nobody needs the document.
 */
export interface Plan {
  /** How many of the first writes need the text of the document. */
  textCount: number
  writes: Write[]
}

const numbersOf = (state: IndexedState | null | undefined) =>
  new Set((state?.passages ?? []).map(({ number }) => number))

/** The passages and pieces that are to be written before the rows. */
const textsOf = (key: DocumentKey, { before, target }: Transition): { numbers: number[]; pieces: Key[] } => ({
  numbers: [...numbersOf(target).difference(numbersOf(before))],
  pieces: pieceKeys(key, target?.packed),
})

/** How many of the writes need the text of the document. */
export const countTexts = (key: DocumentKey, transition: Transition): number => {
  const { numbers, pieces } = textsOf(key, transition)
  return numbers.length + pieces.length
}

/** The passages that surely are in the table, whatever was begun. */
export const surePassages = ({ before, also }: Omit<Transition, 'target'>) => {
  const others = also.map(numbersOf)
  return (before?.passages ?? []).filter(({ number }) => others.every((numbers) => numbers.has(number)))
}

/** In the order of their keys. */
const sorted = <T>(rows: Map<string, T>): [string, T][] =>
  [...rows].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))

/** What is in the table is not written again. `prepared` is the target with its text, as far as that is needed. */
export const planOf = async (
  key: DocumentKey,
  transition: Transition,
  prepared?: Prepared,
): Promise<Plan> => {
  const { before, also, target } = transition
  const [own, ...others] = await Promise.all([before, ...also].map((state) => storedRows(key, state)))
  const rows = prepared?.rows ?? (await storedRows(key, target))
  const isSure = (name: string, row: WordRow) =>
    [own, ...others].every((known) => {
      const there = known?.get(name)
      return there !== undefined && contentOf(there) === contentOf(row)
    })
  const maybe = new Map([own, ...others].flatMap((known) => [...(known ?? [])]))
  const kept = numbersOf(target)
  const passages = new Set([before, ...also].flatMap((state) => [...numbersOf(state)])).difference(kept)
  const ownPieces = pieceKeys(key, target?.packed)
  const pieces = [before, ...also]
    .flatMap((state) => pieceKeys(key, state?.packed))
    .filter(({ sk }) => !ownPieces.some((piece) => piece.sk === sk))
  const { numbers } = textsOf(key, transition)
  const texts = [
    ...numbers.map((number) => prepared?.passages.get(number)),
    ...(prepared?.pieces ?? ownPieces.map(() => undefined)),
  ]
  return {
    textCount: texts.length,
    writes: [
      ...texts.map((put) => ({ put: put as Item })),
      ...sorted(rows).flatMap(([name, row]) => (isSure(name, row) ? [] : [{ put: row as WordRow & Item }])),
      ...sorted(maybe).flatMap(([name, { pk, sk }]) => (rows.has(name) ? [] : [{ remove: { pk, sk } }])),
      ...[...passages].map((number) => ({ remove: passageKey(key, number) })),
      // without them no rows are known of a state: all of these are written by now
      ...pieces.map((piece) => ({ remove: piece })),
    ],
  }
}

/** Whether two states are of the same document. */
export const isSameState = (a: IndexedState | undefined, b: IndexedState | undefined): boolean =>
  isDeepStrictEqual(comparable(a), comparable(b))

const comparable = (state: IndexedState | undefined) =>
  state && {
    ...state,
    packed: state.packed instanceof Uint8Array ? Buffer.from(state.packed).toString('base64') : state.packed,
  }
