import type { Chunk } from '../language/chunks.ts'
import { tokenize } from '../language/tokens.ts'

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

/** Constants of BM25: saturation of repeated words, and penalty for long chunks. */
const saturation = 1.2
const lengthShare = 0.6

/** Weights of a word in the heading of a chunk and in the headings above it, relative to one in the text. */
const headingCounts = 2
const aboveCounts = 0.7

/** Weight of a word in the title, which means that all chunks are about it. */
const titleShare = 0.6

/** Factor for the first chunk of a text, which mostly says what the text is. */
const firstBonus = 1.3

/** Share of the score that does not depend on how much of the question is met. */
const evenShare = 0.1

/** Factor for a chunk with a name from the question, such as `max_size`, exactly as written. */
const namedBonus = 2

/**
 * Names joined from several words. The match starts only at the beginning of a word, because long words would take
 * minutes otherwise.
 */
const joinedNames = /(?<![\p{L}\p{N}])[\p{L}\p{N}]+(?:[-_./:]+[\p{L}\p{N}]+)+/gu

export const findJoinedNames = (question: string): string[] => question.toLowerCase().match(joinedNames) ?? []

/** Minimum number of words; a chunk with fewer of its own (badges, rules, lists of links) counts half. */
const fewWords = 6

/**
 * Removes the parts of a text that nobody reads: addresses, images, tags. Takes time proportional to its length,
 * whatever is repeated in it.
 */
const readableText = (text: string) =>
  text.replaceAll(
    /!\[[^[\]]*\](?:\([^)\]]*\)|\[[^[\]]*\])|\]\([^)\]]*\)|^\[[^[\]]+\]:.*$|<\/?[a-z][^<>]*>|https?:\S+/gimu,
    ' ',
  )

/** Returns the share of the question that these counts cover, 0 to 1, by the weights of the terms. */
export const coverage = (weights: number[], counts: number[]): number => {
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  const met = weights.reduce((sum, weight, n) => sum + weight * Math.min(1, counts[n] ?? 0), 0)
  return all === 0 ? 0 : evenShare + ((1 - evenShare) * met) / all
}

/** Minimum share of the best score; chunks below it are not about the question. */
const leastShare = 0.3

/** Counts the occurrences of each term of a question among the words of a text. */
export type CountTerms = (tokens: string[]) => number[]

/** Returns the chunks of a source with the counts of the terms, weighted by their locations. */
const weighChunks = <T, C extends Chunk>(
  countsOf: CountTerms,
  { source, title, chunks }: ChunkedSource<T, C>,
) => {
  const titled = countsOf(tokenize(title))
  return chunks.map((chunk, place) => {
    const own = tokenize(readableText(chunk.text))
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
 * Ranks chunks by how well they answer: BM25 over all of them, plus the titles of their resources. `weights` are the
 * weights of the terms across all resources. Omits chunks without any term, even in the title. A chunk with one of
 * `names` exactly as written counts twice.
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
