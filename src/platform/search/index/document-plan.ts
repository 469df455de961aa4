import { isDeepStrictEqual } from 'node:util'
import type { Item, Key } from '../../table/operation.ts'
import type { DocumentKey } from './document.ts'
import { pieceKeys } from './packed-entries.ts'
import { storedRows, type Prepared } from './prepared-document.ts'
import { rowContent, type WordRow } from './row.ts'
import { passageKey, type IndexedState } from './stored-document.ts'

/** The states that the rows of a resource may be in, and the target state. */
export interface Transition {
  before: IndexedState | undefined
  /** States begun since and not completed; null for a removal. */
  also: (IndexedState | null)[]
  target: IndexedState | undefined
}

export type Write = { put: Item } | { remove: Key }

/**
 * The writes of a transition, in an order that depends on its states alone, so that other workers can continue. Texts
 * come first: after them, the document is no longer needed.
 */
export interface Plan {
  /** Number of the first writes that need the text of the document. */
  textCount: number
  writes: Write[]
}

const passageNumbers = (state: IndexedState | null | undefined) =>
  new Set((state?.passages ?? []).map(({ number }) => number))

/** Returns the passages and pieces to write before the rows. */
const textsToWrite = (
  key: DocumentKey,
  { before, target }: Transition,
): { numbers: number[]; pieces: Key[] } => ({
  numbers: [...passageNumbers(target).difference(passageNumbers(before))],
  pieces: pieceKeys(key, target?.packed),
})

/** Returns the number of writes that need the text of the document. */
export const countTexts = (key: DocumentKey, transition: Transition): number => {
  const { numbers, pieces } = textsToWrite(key, transition)
  return numbers.length + pieces.length
}

/** Returns the passages that are certainly in the table, whatever was begun. */
export const surePassages = ({ before, also }: Omit<Transition, 'target'>) => {
  const others = also.map(passageNumbers)
  return (before?.passages ?? []).filter(({ number }) => others.every((numbers) => numbers.has(number)))
}

const sortRows = <T>(rows: Map<string, T>): [string, T][] =>
  [...rows].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))

/**
 * Plans the writes of a transition, without rows that are already in the table. `prepared` is the target with its text,
 * as far as that is needed.
 */
export const planTransition = async (
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
      return there !== undefined && rowContent(there) === rowContent(row)
    })
  const maybe = new Map([own, ...others].flatMap((known) => [...(known ?? [])]))
  const kept = passageNumbers(target)
  const passages = new Set([before, ...also].flatMap((state) => [...passageNumbers(state)])).difference(kept)
  const ownPieces = pieceKeys(key, target?.packed)
  const pieces = [before, ...also]
    .flatMap((state) => pieceKeys(key, state?.packed))
    .filter(({ sk }) => !ownPieces.some((piece) => piece.sk === sk))
  const { numbers } = textsToWrite(key, transition)
  const texts = [
    ...numbers.map((number) => prepared?.passages.get(number)),
    ...(prepared?.pieces ?? ownPieces.map(() => undefined)),
  ]
  return {
    textCount: texts.length,
    writes: [
      ...texts.map((put) => ({ put: put as Item })),
      ...sortRows(rows).flatMap(([name, row]) => (isSure(name, row) ? [] : [{ put: row as WordRow & Item }])),
      ...sortRows(maybe).flatMap(([name, { pk, sk }]) => (rows.has(name) ? [] : [{ remove: { pk, sk } }])),
      ...[...passages].map((number) => ({ remove: passageKey(key, number) })),
      // pieces go last, because the rows of a state are unknown without them
      ...pieces.map((piece) => ({ remove: piece })),
    ],
  }
}

/** Returns true if two states are of the same document. */
export const isSameState = (a: IndexedState | undefined, b: IndexedState | undefined): boolean =>
  isDeepStrictEqual(comparable(a), comparable(b))

const comparable = (state: IndexedState | undefined) =>
  state && {
    ...state,
    packed: state.packed instanceof Uint8Array ? Buffer.from(state.packed).toString('base64') : state.packed,
  }
