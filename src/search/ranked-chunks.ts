import type { Chunk } from '../language/chunks.ts'
import { tokenize } from '../language/tokens.ts'

/** A source with its chunks, in order. */
export interface ChunkedSource<T, C extends Chunk = Chunk> {
  source: T
  title: string
  chunks: C[]
}

export interface RankedChunk<T, C extends Chunk = Chunk> {
  source: T
  chunk: C
  score: number
}

/**
 * The constants of BM25: how soon more of the same word says no more, and how far long chunks are held back.
 */
const saturation = 1.2
const lengthShare = 0.6

/**
 * The weights of a word in the heading of a chunk and in the headings above it, relative to one in the text.
 */
const headingCounts = 2
const aboveCounts = 0.7

/** A word of the title says that all chunks are about it. */
const titleShare = 0.6

/** The first chunk of a text mostly says what it is. */
const firstBonus = 1.3

/** So much of the score stays when only a little of the question is met; the rest is by how much of it is. */
const evenShare = 0.1

/** What has a name of the question, such as `max_size`, as it is written there counts twice. */
const namedBonus = 2

/** Names that several words are joined to; a word is looked at from its beginning alone, or long ones take minutes. */
const joinedNames = /(?<![\p{L}\p{N}])[\p{L}\p{N}]+(?:[-_./:]+[\p{L}\p{N}]+)+/gu

export const findJoinedNames = (question: string): string[] => question.toLowerCase().match(joinedNames) ?? []

/** What hardly has words of its own (badges, rules, lists of links) counts half. */
const fewWords = 6

/**
 * A text without what nobody reads in it: addresses, images, tags; in time by its length, whatever is
 * repeated in it.
 */
const readable = (text: string) =>
  text.replaceAll(
    /!\[[^[\]]*\](?:\([^)\]]*\)|\[[^[\]]*\])|\]\([^)\]]*\)|^\[[^[\]]+\]:.*$|<\/?[a-z][^<>]*>|https?:\S+/gimu,
    ' ',
  )

/** How much of what was asked for these counts have, 0 to 1, by the weights of the terms. */
export const coverage = (weights: number[], counts: number[]): number => {
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  const met = weights.reduce((sum, weight, n) => sum + weight * Math.min(1, counts[n] ?? 0), 0)
  return all === 0 ? 0 : evenShare + ((1 - evenShare) * met) / all
}

/** What has less than this of the best one's score is not about the question. */
const leastShare = 0.3

/** Counts how often each term of a question stands in words of a text. */
export type CountTerms = (tokens: string[]) => number[]

/** The chunks of a source with the counts of the terms, weighted by where the terms are. */
const weighChunks = <T, C extends Chunk>(
  countsOf: CountTerms,
  { source, title, chunks }: ChunkedSource<T, C>,
) => {
  const titled = countsOf(tokenize(title))
  return chunks.map((chunk, place) => {
    const own = tokenize(readable(chunk.text))
    const counts = countsOf(own)
    const heading = countsOf(tokenize(chunk.headings.at(-1) ?? ''))
    const above = countsOf(tokenize(chunk.headings.slice(0, -1).join(' ')))
    const weighed = counts.map(
      (count, n) => count + (heading[n] ?? 0) * (headingCounts - 1) + (above[n] ?? 0) * aboveCounts,
    )
    return { source, chunk, place, titled, weighed, length: own.length }
  })
}

/**
 * The chunks by how well they answer: BM25 over all of them, to which the titles of their things add.
 * `weights` say how much each term says where everything is looked at. Chunks that have no term, not even in
 * the title, are left out. What has one of `names` as it is written counts twice.
 */
export const rankChunks = <T, C extends Chunk>(
  countsOf: CountTerms,
  weights: number[],
  sources: ChunkedSource<T, C>[],
  names: string[] = [],
): RankedChunk<T, C>[] => {
  const rows = sources.flatMap((source) => weighChunks(countsOf, source))
  const meanLength = rows.reduce((sum, { length }) => sum + length, 0) / Math.max(1, rows.length)
  const rarities = weights.map((_, n) => {
    const having = rows.filter(({ weighed }) => (weighed[n] ?? 0) > 0).length
    return Math.log(1 + (rows.length - having + 0.5) / (having + 0.5))
  })

  const scored = rows.map(({ source, chunk, place, titled, weighed, length }) => {
    const share = Math.max(1, length / Math.max(1, meanLength))
    const held = saturation * (1 - lengthShare + lengthShare * share)
    let score = 0
    let isAbout = false
    for (const [n, count] of weighed.entries()) {
      const inTitle = Math.min(1, titled[n] ?? 0)
      score += ((rarities[n] ?? 0) * count * (saturation + 1)) / (count + held)
      score += inTitle * (weights[n] ?? 0) * titleShare
      isAbout ||= count > 0 || inTitle > 0
    }
    const met = coverage(
      weights,
      weighed.map((count, n) => count + (titled[n] ?? 0)),
    )
    const bonus = (place === 0 ? firstBonus : 1) * (length < fewWords ? 0.5 : 1)
    const isNamed = names.some((name) => chunk.text.toLowerCase().includes(name))
    return { source, chunk, isAbout, score: score * met * bonus * (isNamed ? namedBonus : 1) }
  })
  const about = scored.filter(({ isAbout }) => isAbout).sort((a, b) => b.score - a.score)
  const least = (about[0]?.score ?? 0) * leastShare
  return about.filter(({ score }) => score >= least)
}
