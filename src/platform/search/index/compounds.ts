import { crc32 } from 'node:zlib'
import pMap from 'p-map'
import { isInflected } from '../../../language/inflection.ts'
import { environment } from '../../runtime/environment.ts'
import type { Key } from '../../table/operation.ts'
import { addToBucket, readBuckets } from './vocabulary.ts'

/** Minimum number of letters of a compound, and of its first, middle and last part. */
const minCharacters = 12
const [minFirst, minMiddle, minLast] = [3, 4, 3]

/**
 * Number of buckets per level. A word is in one bucket for each possible start of a middle part, chosen by the first
 * letters of that part. A full bucket leaves further words to the next level, which has more buckets: the first page of
 * a language changes few items, and no item ever exceeds 1 KB (decision 0016).
 */
const bucketsOfLevel = [6, 128, 2_048, 32_768]
const maxWordsOfBucket = 48

const concurrency = 8

const compoundKey = (part: string, level: number): Key => ({
  pk: `vocabulary#compounds#${level}#${crc32(part) % (bucketsOfLevel[level] ?? 1)}`,
  sk: 'all',
})

const isCompound = (term: string): boolean => term.length >= minCharacters && isInflected(term)

/** Returns the possible beginnings of a term's middle parts. */
const middleBeginnings = (term: string): string[] => {
  const beginnings = new Set<string>()
  for (let at = minFirst; at + minMiddle + minLast <= term.length; at++)
    beginnings.add(term.slice(at, at + minMiddle))
  return [...beginnings]
}

/** Returns true if a term contains a part of at least four letters in its middle. */
export const isInsideTerm = (term: string, part: string): boolean => {
  const at = term.indexOf(part, minFirst)
  return at >= 0 && at + part.length + minLast <= term.length
}

/** Compounds that are in the table, as far as this process knows. */
const known = new Set<string>()
const maxKnown = 100_000

interface Posting {
  term: string
  beginning: string
}

/** Adds the postings to the buckets of a level, and returns the postings for which the buckets have no room. */
const addToLevel = async (postings: Posting[], level: number): Promise<Posting[]> => {
  const groups = [...Map.groupBy(postings, ({ beginning }) => compoundKey(beginning, level).pk).values()]
  const keys = groups.map(([first]) => compoundKey(first?.beginning ?? '', level))
  const buckets = await readBuckets(keys)
  const add = async (own: Posting[], n: number) => {
    const there = buckets[n] as Set<string>
    const missing = [...new Set(own.map(({ term }) => term))].filter((term) => !there.has(term))
    const added = missing.slice(0, Math.max(0, maxWordsOfBucket - there.size))
    if (added.length > 0) await addToBucket(keys[n] as Key, added)
    const left = new Set(missing.slice(added.length))
    return own.filter(({ term }) => left.has(term))
  }
  return (await pMap(groups, add, { concurrency })).flat()
}

/** Stores the terms that may be compounds of three or more parts, by their middle parts. */
export const addCompounds = async (terms: string[]): Promise<void> => {
  if (known.size > maxKnown) known.clear()
  const cacheKey = (term: string) => `${environment.tableName}#${term}`
  const fresh = terms.filter((term) => isCompound(term) && !known.has(cacheKey(term)))
  let open = fresh.flatMap((term) => middleBeginnings(term).map((beginning) => ({ term, beginning })))
  for (let level = 0; level < bucketsOfLevel.length && open.length > 0; level++)
    open = await addToLevel(open, level)
  for (const term of fresh) known.add(cacheKey(term))
}

/** Returns the stored terms that `word` begins with, and the buckets that contain them. */
export const findBuckets = async (word: string): Promise<{ key: Key; term: string }[]> => {
  const beginnings = isCompound(word) ? middleBeginnings(word) : []
  const keys = bucketsOfLevel.flatMap((_, level) =>
    beginnings.map((beginning) => compoundKey(beginning, level)),
  )
  const own = [...new Map(keys.map((key) => [key.pk, key])).values()]
  const buckets = await readBuckets(own)
  return own.flatMap((key, n) =>
    [...(buckets[n] ?? [])].filter((term) => word.startsWith(term)).map((term) => ({ key, term })),
  )
}

/** Returns the indexed terms that contain a part of at least four letters in their middle, shortest first. */
export const findCompounds = async (part: string): Promise<string[]> => {
  const beginning = part.slice(0, minMiddle)
  const buckets = await readBuckets(bucketsOfLevel.map((_, level) => compoundKey(beginning, level)))
  const terms = buckets.flatMap((bucket) => [...bucket].filter((term) => isInsideTerm(term, part)))
  return terms.sort((a, b) => a.length - b.length)
}
