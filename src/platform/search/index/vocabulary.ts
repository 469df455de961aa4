import pMap from 'p-map'
import { isInflected } from '../../../language/inflection.ts'
import { environment } from '../../runtime/environment.ts'
import { getItems } from '../../table/batch/batch-get.ts'
import type { Item, Key } from '../../table/operation.ts'
import { changeSet } from '../../table/set-change.ts'
import { hiddenIn, stopsKey } from '../query/hidden-things.ts'

const lengthOf = (word: string) => Array.from(word).length

/** How many lengths share a bucket. */
const lengthsOfBucket = 3

/**
 * The words that begin with the same letter and are of about one length. A page brings some hundred words that are new
 * at first, so buckets are few: each that changes is a write. With 50 000 words each has 4 KB.
 */
const keyFor = (first: string, length: number): Key => ({
  pk: `vocabulary#${first}`,
  sk: String(Math.floor(length / lengthsOfBucket)),
})

export const wordKey = (word: string): Key => keyFor(Array.from(word)[0] ?? '', lengthOf(word))

/** Shorter words are too like one another, longer ones are no words. */
const [minCharacters, maxCharacters] = [5, 24]

/** Returns true if a slip in a word is looked for: letters alone, five of them or more, no pairs of characters. */
export const canSlip = (word: string): boolean =>
  isInflected(word) && lengthOf(word) >= minCharacters && lengthOf(word) <= maxCharacters

const wordsIn = (item: Item | undefined): Set<string> =>
  (item?.['words'] as Set<string> | undefined) ?? new Set()

/** The words of buckets; none where there is none yet. */
export const readWords = async (keys: Key[]): Promise<Set<string>[]> => (await getItems(keys)).map(wordsIn)

/** A bucket takes no more: a set of 15 000 words is a whole item. */
const maxWordsOfBucket = 12_000

const concurrency = 8

/** What this process knows to be in the table, so that a word is written once. */
const known = new Map<string, Set<string>>()
const maxKnown = 200_000

export const addToBucket = (key: Key, words: string[]): Promise<void> => changeSet(key, 'ADD', 'words', words)

/**
 * Remembers the words of a document, by which slips in searches are understood, and the stop words that were
 * left out of it. What is in the table already is not written; nothing is taken away but what must be forgotten,
 * since a word that no thing has any more is found nowhere.
 */
export const addToVocabulary = async (words: string[], stops: Iterable<string>): Promise<void> => {
  const seen = known.get(environment.tableName) ?? new Set<string>()
  if (seen.size > maxKnown) seen.clear()
  known.set(environment.tableName, seen)
  const fresh = [
    ...words.filter(canSlip).map((word) => ({ word, key: wordKey(word), name: word })),
    ...Array.from(stops, (word) => ({ word, key: stopsKey, name: `-${word}` })),
  ].filter(({ name }) => !seen.has(name))
  const groups = [...Map.groupBy(fresh, ({ key: { pk, sk } }) => `${pk}\n${sk}`).values()]
  const buckets = await readWords(groups.map(([first]) => first?.key as Key))
  const add = async (own: typeof fresh, n: number) => {
    const there = buckets[n] as Set<string>
    const missing = new Set(own.flatMap(({ word }) => (there.has(word) ? [] : [word])))
    if (missing.size > 0 && there.size < maxWordsOfBucket) await addToBucket(own[0]?.key as Key, [...missing])
    for (const { name } of own) seen.add(name)
  }
  await pMap(groups, add, { concurrency })
}

/** The stop words that were left out of any document: they tell its language. */
export const readStops = async (): Promise<ReadonlySet<string>> => wordsIn((await getItems([stopsKey]))[0])

/**
 * Those of the words that some documents leave out and no document has, and the things that nobody finds: in one round
 * trip.
 */
export const findStops = async (words: string[]) => {
  const [item, ...buckets] = await getItems([stopsKey, ...words.map(wordKey)])
  const stops = wordsIn(item)
  const isStop = (word: string, n: number) => stops.has(word) && !wordsIn(buckets[n]).has(word)
  return { stops: new Set(words.filter(isStop)), hidden: hiddenIn(item) }
}

/** Whether two words are one slip apart: a letter more, less or other, or two beside each other changed. */
export const isSlip = (a: string, b: string): boolean => {
  if (a === b || Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a.charAt(start) === b.charAt(start)) start++
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const [rest, other] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  return (
    (rest.length <= 1 && other.length <= 1) ||
    (rest.length === 2 && rest === `${other.charAt(1)}${other.charAt(0)}`)
  )
}

/**
 * The buckets of words that are one slip away from a word: somewhere inside it, or at its ends (a letter too many, a
 * missing one, two that changed places, another letter at the end; not another one at the beginning).
 */
const neighbourKeys = (word: string): Key[] => {
  const letters = Array.from(word)
  const lengths = [letters.length - 1, letters.length, letters.length + 1]
  const keys = letters.slice(0, 2).flatMap((first) => lengths.map((length) => keyFor(first, length)))
  return [...new Map(keys.map((key) => [JSON.stringify(key), key])).values()]
}

/** The words of documents that are one slip away from these; in one round trip. */
export const findNeighbours = async (words: string[]): Promise<Map<string, string[]>> => {
  const buckets = await Promise.all(words.map((word) => readWords(neighbourKeys(word))))
  return new Map(
    words.map((word, n) => {
      const near = (buckets[n] ?? []).flatMap((bucket) => [...bucket])
      return [word, near.filter((other) => isSlip(word, other))]
    }),
  )
}
