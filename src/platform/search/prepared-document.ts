import { createHash, randomUUID } from 'node:crypto'
import type { Chunk } from '../../language/chunks.ts'
import { compoundLanguages } from '../../language/inflection.ts'
import type { Item, Key } from '../table/operation.ts'
import { analyze } from './analysis.ts'
import type { Document, DocumentKey } from './document.ts'
import { entriesIn, packEntries, type Entry } from './entry.ts'
import { readPacked, toPacked } from './packed-entries.ts'
import { rowsOf, type Row } from './row.ts'
import { passageKey, type IndexedState, type PassageRef } from './stored-document.ts'

/** A key as one text. */
export const nameOf = ({ pk, sk }: Key) => `${pk}\n${sk}`

const hashOf = ({ headings, text, fence = '' }: Chunk) =>
  createHash('sha256')
    .update(JSON.stringify([headings, text, fence]))
    .digest('base64url')
    .slice(0, 8)

/** The rows of a state by their keys. */
const rowsIn = (
  key: DocumentKey,
  state: Omit<IndexedState, 'packed'>,
  entries: Entry[],
): Map<string, Row> => {
  const { scopes, container, language } = state
  const isCompounding = compoundLanguages.includes(language)
  const length = Math.floor(Math.log2(state.length + 1))
  const place = { ...key, scopes: [...new Set(scopes)], container, isCompounding, length }
  return new Map(entries.flatMap((entry) => rowsOf(place, entry)).map((row) => [nameOf(row), row]))
}

/** What may stand in the table of a state, and what surely does. */
export const storedRows = async (
  key: DocumentKey,
  state: IndexedState | undefined,
): Promise<Map<string, Row>> => {
  const text = state && (await readPacked(key, state.packed))
  // without all of its pieces no row of it was written
  return state && text !== undefined ? rowsIn(key, state, entriesIn(text)) : new Map()
}

/** A document as it is to stand in the index, with the items of its passages and pieces that are new. */
export interface Prepared {
  state: IndexedState
  rows: Map<string, Row>
  items: Item[]
  next: number
  forms: string[]
  /** The terms of a language that joins words. */
  compounds: string[]
  stopWords: Set<string>
}

/** Passages that are there already keep their numbers, so that an edit leaves the others alone. */
export const prepare = async (document: Document, there: PassageRef[], next: number): Promise<Prepared> => {
  const { type, id, scopes, container, title } = document
  const { language, entries, chunks, length, stopWords } = await analyze(document)
  const free = Map.groupBy(there, ({ hash }) => hash)
  let last = next
  const items: Item[] = []
  const passages = chunks.map((chunk): PassageRef => {
    const hash = hashOf(chunk)
    const own = free.get(hash)?.shift()
    if (own) return own
    const number = last++
    items.push({ ...passageKey(document, number), ...chunk })
    return { number, hash }
  })
  const numbered = entries.map((entry) => ({
    ...entry,
    passages: entry.passages.map((place) => passages[place]?.number ?? 0).sort((a, b) => a - b),
  }))
  const { packed, pieces } = toPacked({ type, id }, packEntries(numbered), randomUUID())
  const state = { scopes, container, title, language, length, passages, packed }
  return {
    state,
    rows: rowsIn({ type, id }, state, numbered),
    items: [...items, ...pieces],
    next: last,
    forms: numbered.flatMap(({ forms }) => forms),
    compounds: compoundLanguages.includes(language) ? numbered.map(({ term }) => term) : [],
    stopWords,
  }
}
