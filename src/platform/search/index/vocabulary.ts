import pMap from 'p-map'
import { isInflected } from '../../../language/inflection.ts'
import { environment } from '../../runtime/environment.ts'
import { getItems } from '../../table/batch/batch-get.ts'
import type { Item, Key } from '../../table/operation.ts'
import { changeSet } from '../../table/set-change.ts'
import { hiddenIn, stopsKey } from './hidden-things.ts'

const characterCount = (word: string) => Array.from(word).length

/** Number of word lengths that share a bucket. */
const lengthsOfBucket = 3

/**
 * Returns the key of the bucket of words with the same first letter and similar length. At first, a page adds some
 * hundred new words, so buckets are few: each changed bucket is a write. With 50,000 words, each has 4 KB.
 */
const keyFor = (first: string, length: number): Key => ({
  pk: `vocabulary#${first}`,
  sk: String(Math.floor(length / lengthsOfBucket)),
})

export const wordKey = (word: string): Key => keyFor(Array.from(word)[0] ?? '', characterCount(word))

/**
 * Minimum and maximum length of a word with slips: shorter words are too similar to each other, longer ones are no
 * words.
 */
const [minCharacters, maxCharacters] = [5, 24]

/** Returns true if slips in a word are searched for: at least five characters, only letters, no pairs of characters. */
export const canSlip = (word: string): boolean =>
  isInflected(word) && characterCount(word) >= minCharacters && characterCount(word) <= maxCharacters

const itemWords = (item: Item | undefined): Set<string> =>
  (item?.['words'] as Set<string> | undefined) ?? new Set()

/** Returns the words of buckets; empty for missing ones. */
export const readBuckets = async (keys: Key[]): Promise<Set<string>[]> =>
  (await getItems(keys)).map(itemWords)

/** Maximum number of words in a bucket: a set of 15,000 words fills an item. */
const maxWordsOfBucket = 12_000

const concurrency = 8

/** Words that are in the table, as far as this process knows, so that each is written once. */
const known = new Map<string, Set<string>>()
const maxKnown = 200_000

export const addToBucket = (key: Key, words: string[]): Promise<void> => changeSet(key, 'ADD', 'words', words)

/**
 * Stores the words of a document, by which searches recognize slips, and the stop words that were not indexed. Words
 * already in the table are not written; only words that must be forgotten are ever removed, because a word that no
 * resource has any more finds nothing.
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
  const buckets = await readBuckets(groups.map(([first]) => first?.key as Key))
  const add = async (own: typeof fresh, n: number) => {
    const there = buckets[n] as Set<string>
    const missing = new Set(own.flatMap(({ word }) => (there.has(word) ? [] : [word])))
    if (missing.size > 0 && there.size < maxWordsOfBucket) await addToBucket(own[0]?.key as Key, [...missing])
    for (const { name } of own) seen.add(name)
  }
  await pMap(groups, add, { concurrency })
}

/** Returns the stop words that any document contains; they reveal its language. */
export const readStops = async (): Promise<ReadonlySet<string>> => itemWords((await getItems([stopsKey]))[0])

/**
 * Returns the words that are stop words in some documents and words in none, and the hidden resources, in one round
 * trip.
 */
export const findStops = async (words: string[]) => {
  const [item, ...buckets] = await getItems([stopsKey, ...words.map(wordKey)])
  const stops = itemWords(item)
  const isStop = (word: string, n: number) => stops.has(word) && !itemWords(buckets[n]).has(word)
  return { stops: new Set(words.filter(isStop)), hidden: hiddenIn(item) }
}

/**
 * Returns true if two words are within one edit: insertion, deletion, substitution or transposition of adjacent
 * letters.
 */
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
 * Returns the keys of the buckets with words that are one edit away from a word: inside it, or at its ends (an extra
 * letter, a missing one, two swapped ones, another last letter; not another first letter).
 */
const neighbourKeys = (word: string): Key[] => {
  const letters = Array.from(word)
  const lengths = [letters.length - 1, letters.length, letters.length + 1]
  const keys = letters.slice(0, 2).flatMap((first) => lengths.map((length) => keyFor(first, length)))
  return [...new Map(keys.map((key) => [JSON.stringify(key), key])).values()]
}

/** Returns the indexed words that are one edit away from these words, in one round trip. */
export const findNeighbours = async (words: string[]): Promise<Map<string, string[]>> => {
  const buckets = await Promise.all(words.map((word) => readBuckets(neighbourKeys(word))))
  return new Map(
    words.map((word, n) => {
      const near = (buckets[n] ?? []).flatMap((bucket) => [...bucket])
      return [word, near.filter((other) => isSlip(word, other))]
    }),
  )
}
