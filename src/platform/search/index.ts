import * as z from '../schema/schema.ts'
import { entity } from '../table/entity.ts'
import { writeBatch } from '../table/batch-write.ts'
import { queryItems } from '../table/table.ts'
import type { Key } from '../table/operation.ts'
import { splitWords } from '../../language/tokens.ts'

/**
 * What a search looks at of a thing: its title first, then its other short texts and the first words of the
 * long one.
 */
export interface Document {
  /** In which list of words it stands, `wiki.page` or narrower. */
  scope: string
  id: string
  /** Where the right to see it is decided: a space, a project; its own id where it stands alone. */
  container: string
  title: string
  text: string
}

export interface Hit {
  id: string
  container: string
  isTitle: boolean
}

const bodyWords = 200

/** So many rows of each word are read at most. */
export const maxRows = 2_000

/**
 * Of several words so many rows are read at first: one of them is mostly rare, and the others are looked up
 * with it.
 */
const firstRows = 200

/**
 * Rows are read of so many words, the longest ones, which mostly are the rarest; the others are looked up
 * with what is found.
 */
const maxWords = 8

/** A thing's words, kept beside the rows that they make, so that changes and searches of several words need no more. */
export const indexed = entity({
  name: 'search.document',
  isInternal: true,
  schema: z.object({
    scope: z.string(),
    id: z.string(),
    container: z.string(),
    title: z.array(z.string()),
    body: z.array(z.string()),
  }),
  key: ({ scope, id }: { scope: string; id: string }) => ({ pk: `search#${scope}#${id}`, sk: 'document' }),
})

type Indexed = z.output<(typeof indexed)['schema']>

const indexedOf = ({ scope, id, container, title, text }: Document): Indexed => {
  const titleWords = new Set(splitWords(title))
  const body = new Set(splitWords(text).slice(0, bodyWords))
  return {
    scope,
    id,
    container,
    title: [...titleWords],
    body: [...body].filter((word) => !titleWords.has(word)),
  }
}

const partitionOf = (scope: string, word: string) =>
  `search#${scope}#${Array.from(word).slice(0, 2).join('')}`

/** One row per word: read backwards, a word's things stand titles first, then newest (ids are by time). */
const rowsOf = ({ scope, id, container, title, body }: Indexed) => {
  const rows = (words: string[], rank: 'body' | 'title') =>
    words.map((word) => ({ pk: partitionOf(scope, word), sk: `${word}#${rank}#${id}`, container }))
  return [...rows(title, 'title'), ...rows(body, 'body')]
}

/** The items by which a thing is found that was not there before, for tables that are filled directly. */
export const itemsOf = (document: Document): Key[] => {
  const words = indexedOf(document)
  return [...rowsOf(words), indexed.itemOf(words)]
}

const nameOf = ({ pk, sk, container }: Key & { container: string }) => JSON.stringify([pk, sk, container])

/** Makes the words of a thing findable, and those that it no longer has not; without a document, none of them. */
export const indexDocument = async (key: { scope: string; id: string }, document: Document | undefined) => {
  const before = await indexed.find(key)
  const after = document && indexedOf(document)
  const rowsBefore = before ? rowsOf(before) : []
  const rowsAfter = after ? rowsOf(after) : []
  const old = new Set(rowsBefore.map(nameOf))
  const kept = new Set(rowsAfter.map(({ pk, sk }) => JSON.stringify([pk, sk])))
  const stored = after && indexed.itemOf(after)
  // the document last: cut off before, the rows are put right when the change comes again
  await writeBatch(
    rowsAfter.filter((row) => !old.has(nameOf(row))),
    rowsBefore.filter(({ pk, sk }) => !kept.has(JSON.stringify([pk, sk]))),
  )
  await writeBatch(stored ? [stored] : [], stored ? [] : [indexed.keyOf(key)])
}

const rowsBetween = (scope: string, from: string, to: string, Limit: number) =>
  queryItems({
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
    ExpressionAttributeValues: { ':pk': partitionOf(scope, from), ':from': from, ':to': to },
    ProjectionExpression: 'sk, #container',
    ExpressionAttributeNames: { '#container': 'container' },
    ScanIndexForward: false,
    Limit,
  })

/** Where a hit stands: greater ones first. */
export const placeOf = ({ isTitle, id }: Pick<Hit, 'isTitle' | 'id'>): string =>
  `${isTitle ? 'title' : 'body'}#${id}`

/**
 * The things of `scope` that have the word or one that begins with `begin`, of at most so many rows, in one
 * round trip. The rows of the word itself go before those of the others, which might be too many. Where there
 * are more rows of the word itself, `from` is the place down to which its things are all there.
 */
export const matchesOf = async (scope: string, word: string, limit: number, begin = word) => {
  const from = begin === word ? `${word}$` : `${begin}#`
  const [own, longer] = await Promise.all([
    rowsBetween(scope, `${word}#`, `${word}#~`, limit),
    rowsBetween(scope, from, `${begin}\u{10ffff}`, limit),
  ])
  const rows = [...own.items, ...longer.items]
  const matches = new Map<string, Hit>()
  for (const { sk, container } of rows.slice(0, limit)) {
    const [, rank, id] = (sk as string).split('#') as [string, string, string]
    const isTitle = rank === 'title' || matches.get(id)?.isTitle === true
    matches.set(id, { id, container: container as string, isTitle })
  }
  const isCut = own.last !== undefined || longer.last !== undefined || rows.length > limit
  const end = own.last ? String(own.items.at(-1)?.['sk']) : `${word}#`
  return { word, matches, isCut, from: end.slice(word.length + 1) }
}

const has = (words: string[], prefix: string) => words.some((word) => word.startsWith(prefix))

const nothing = { hits: [], truncated: false, from: '' }

/**
 * The things of `scope` of which every word of `q` begins a word: those with all of them in the title first,
 * then the newest. At most `most` rows of each word count, and are looked up where that is not all;
 * `truncated` says that there are more, and `from` is the place down to which more rows would add nothing.
 */
export const search = async (
  scope: string,
  q: string,
  limit = maxRows,
): Promise<{ hits: Hit[]; truncated: boolean; from: string }> => {
  const all = [...new Set(splitWords(q))].sort((a, b) => b.length - a.length)
  const [words, rest] = [all.slice(0, maxWords), all.slice(maxWords)]
  if (words.length === 0) return nothing
  const read = (rows: number) => Promise.all(words.map((word) => matchesOf(scope, word, rows)))
  let found = await read(words.length > 1 ? Math.min(firstRows, limit) : limit)
  if (words.length > 1 && found.every(({ isCut }) => isCut)) found = await read(limit)
  const [rarest, ...others] = found.sort(
    (a, b) => Number(a.isCut) - Number(b.isCut) || a.matches.size - b.matches.size,
  )
  if (!rarest) return nothing

  let matches = [...rarest.matches.values()]
  for (const { matches: other } of others.filter(({ isCut }) => !isCut))
    matches = matches.flatMap((match) => {
      const second = other.get(match.id)
      return second ? [{ ...match, isTitle: match.isTitle && second.isTitle }] : []
    })
  const unsure = [...others.filter(({ isCut }) => isCut).map(({ word }) => word), ...rest]
  if (unsure.length > 0) {
    const documents = await indexed.findMany(matches.map(({ id }) => ({ scope, id })))
    matches = matches.flatMap((match, index) => {
      const { title = [], body = [] } = documents[index] ?? {}
      if (!unsure.every((word) => has(title, word) || has(body, word))) return []
      return [{ ...match, isTitle: match.isTitle && unsure.every((word) => has(title, word)) }]
    })
  }
  const hits = matches.sort((a, b) => (placeOf(a) < placeOf(b) ? 1 : -1))
  return { hits, truncated: rarest.isCut, from: rarest.from }
}
