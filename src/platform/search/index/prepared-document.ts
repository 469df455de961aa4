import { createHash, randomUUID } from 'node:crypto'
import type { Chunk } from '../../../language/chunks.ts'
import { compoundLanguages } from '../../../language/inflection.ts'
import type { Item, Key } from '../../table/operation.ts'
import type { Analysis } from './analysis.ts'
import type { Document, DocumentKey } from './document.ts'
import { entriesIn, packEntries, type Entry } from './entry.ts'
import { readPacked, toPacked } from './packed-entries.ts'
import { entryRows, type WordRow } from './row.ts'
import { passageKey, type IndexedState, type PassageRef } from './stored-document.ts'

export const keyText = ({ pk, sk }: Key) => `${pk}\n${sk}`

const chunkHash = ({ headings, text, fence = '' }: Chunk) =>
  createHash('sha256')
    .update(JSON.stringify([headings, text, fence]))
    .digest('base64url')
    .slice(0, 8)

/** Returns the rows of a state by their keys. */
const wordRows = (
  key: DocumentKey,
  state: Omit<IndexedState, 'packed'>,
  entries: Entry[],
): Map<string, WordRow> => {
  const { scopes, container, language } = state
  const isCompounding = compoundLanguages.includes(language)
  const length = Math.floor(Math.log2(state.length + 1))
  const place = { ...key, scopes: [...new Set(scopes)], container, isCompounding, length }
  return new Map(entries.flatMap((entry) => entryRows(place, entry)).map((row) => [keyText(row), row]))
}

/** Returns the rows of a state that may be in the table; none without a state. */
export const storedRows = async (
  key: DocumentKey,
  state: IndexedState | null | undefined,
): Promise<Map<string, WordRow>> => {
  const text = state ? await readPacked(key, state.packed) : undefined
  // no row was written before all pieces were
  return state && text !== undefined ? wordRows(key, state, entriesIn(text)) : new Map()
}

/** A document in the form in which it is to be indexed. */
export interface Prepared {
  state: IndexedState
  rows: Map<string, WordRow>
  /** Items of the passages, and of packed words stored outside the document's item. */
  passages: Map<number, Item>
  pieces: Item[]
  next: number
  forms: string[]
  /** Terms, if the language forms compounds. */
  compounds: string[]
  stopWords: Set<string>
}

/** The parts of a document that are stored or being written. */
interface Present {
  passages: PassageRef[]
  /** Number of the next new passage. */
  next: number
  /** Name under which the packed words are being written. */
  generation?: string | undefined
}

/**
 * Prepares a document for the index. Passages that are already stored keep their numbers, so that an edit does not
 * rewrite the others.
 */
export const prepareDocument = (document: Document, analysis: Analysis, present: Present): Prepared => {
  const { type, id, scopes, container, title } = document
  const { language, entries, chunks, length, stopWords } = analysis
  const free = Map.groupBy(present.passages, ({ hash }) => hash)
  let last = present.next
  const items = new Map<number, Item>()
  const passages = chunks.map((chunk): PassageRef => {
    const hash = chunkHash(chunk)
    const own = free.get(hash)?.shift() ?? { number: last++, hash }
    items.set(own.number, { ...passageKey(document, own.number), ...chunk })
    return own
  })
  const numbered = entries.map((entry) => ({
    ...entry,
    passages: entry.passages.map((place) => passages[place]?.number ?? 0).sort((a, b) => a - b),
  }))
  const generation = present.generation ?? randomUUID()
  const { packed, pieces } = toPacked({ type, id }, packEntries(numbered), generation)
  const state = { scopes, container, title, language, length, passages, packed }
  return {
    state,
    rows: wordRows({ type, id }, state, numbered),
    passages: items,
    pieces,
    next: last,
    forms: numbered.flatMap(({ forms }) => forms),
    compounds: compoundLanguages.includes(language) ? numbered.map(({ term }) => term) : [],
    stopWords,
  }
}
