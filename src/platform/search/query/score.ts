import { bestTitleFit, type Match } from './range.ts'
import type { QueryWord } from './query-words.ts'

/** A resource with its matches of the words, by the words' places in the query. */
export interface MatchedThing {
  match: Pick<Match, 'type' | 'id' | 'scope' | 'container'>
  words: Map<number, Match>
  /** True if the query equals its title or one of its keys. */
  isExact: boolean
}

/** Common constants of BM25: saturation of repeated words, and penalty for long documents. */
const saturation = 1.2
const lengthShare = 0.75
const meanLength = 200

/** Weights of a word in the title and in a heading, relative to one in the text. */
const titleWeight = 3
const headingWeight = 0.8

/** Assumed number of resources, for the weight of a word. */
const assumedThings = 4_000

/** Returns the weight of a word that `count` resources have. */
const rarityWeight = (count: number): number => Math.log(1 + assumedThings / (1 + count))

const scoreOfMatch = (match: Match): number => {
  const { fit, isHeading, frequency, length } = match
  const count = 2 ** frequency
  const held = saturation * (1 - lengthShare + (lengthShare * 2 ** length) / meanLength)
  const inText = (count * (saturation + 1)) / (count + held)
  return fit * (inText + (isHeading ? headingWeight : 0)) + bestTitleFit(match) * titleWeight
}

/** Returns true if the word matches, or the name that it is a part of, or all parts of the name that it is. */
const isWordMet = (words: QueryWord[], { words: met }: MatchedThing, place: number): boolean => {
  if (met.has(place)) return true
  const instead = words[place]?.instead ?? []
  return instead.length > 0 && instead.every((text) => met.has(words.findIndex((word) => word.text === text)))
}

/** Removes matches of numbers in names unless an adjacent part of the name matches too. */
const withoutLoneNumbers = (words: QueryWord[], { words: met, ...thing }: MatchedThing): MatchedThing => {
  const isSaid = (text: string) => met.has(words.findIndex((word) => word.text === text))
  const isLone = (place: number) => {
    const beside = words[place]?.beside ?? []
    return beside.length > 0 && !beside.some(isSaid)
  }
  return { ...thing, words: new Map([...met].filter(([place]) => !isLone(place))) }
}

export interface Scored extends MatchedThing {
  /**
   * Tier from exact matches (3) to resources with some of the words (0); resources of a higher tier always come first.
   */
  tier: 0 | 1 | 2 | 3
  score: number
  /** Missing words, as typed. */
  missing: string[]
}

/** Minimum fit of a word in a title; below it, the title contains only a part of the word or a similar word. */
const minTitleFit = 0.5

const isInTitle = (met: MatchedThing['words'], has: number[]): boolean =>
  has.every((place) => {
    const match = met.get(place)
    return match === undefined || bestTitleFit(match) >= minTitleFit
  })

/**
 * Coverage of a query by a resource. It depends on the matching words alone, and is computed once for all resources
 * with the same ones.
 */
interface Coverage {
  /** Places in the query of the matching words, among the words that any resource has. */
  has: number[]
  missing: string[]
}

const makeCoverage = (words: QueryWord[], known: number[]) => {
  const coverages = new Map<string, Coverage>()
  return (thing: MatchedThing): Coverage => {
    const name = [...thing.words.keys()].join()
    const there = coverages.get(name)
    if (there) return there
    const has = known.filter((place) => isWordMet(words, thing, place))
    const missing = words.flatMap(({ typed }, place) => (isWordMet(words, thing, place) ? [] : [typed]))
    const coverage = { has, missing: [...new Set(missing)] }
    coverages.set(name, coverage)
    return coverage
  }
}

/** Minimum fit at which a form of a word counts as much as the word itself. */
const wholeFit = 0.8

/** Returns the weight of all matching words; a word that a longer one begins or ends with matches partially. */
const metWeight = (weights: number[], has: number[], met: MatchedThing['words']): number =>
  has.reduce(
    (sum, place) => sum + (weights[place] ?? 0) * Math.min(1, (met.get(place)?.fit ?? 1) / wholeFit),
    0,
  )

/** Maximum number of words that a resource needs; of fewer than twice as many, half suffice. */
const maxNeeded = 2

/**
 * Ranks the resources with words of a query, best first. Omits resources with less than half of the words that any
 * resource has or, for more than four such words, with fewer than two. `counts` is the number of resources with each
 * word.
 */
export const rankMatches = (
  words: QueryWord[],
  counts: number[],
  found: MatchedThing[],
  { isPartial = false } = {},
): Scored[] => {
  const known = counts.flatMap((count, place) => (count > 0 ? [place] : []))
  const weights = counts.map(rarityWeight)
  const scoreCoverage = makeCoverage(words, known)
  const all = metWeight(weights, known, new Map()) || 1
  const needed = Math.min(maxNeeded, known.length / 2)
  const hasNumbers = words.some(({ beside }) => beside.length > 0)
  const scored: Scored[] = []
  for (const every of found) {
    const thing = hasNumbers ? withoutLoneNumbers(words, every) : every
    const { match, isExact, words: met } = thing
    if (!isExact && met.size === 0) continue
    const { has, missing } = scoreCoverage(thing)
    if (!isExact && !isPartial && has.length < needed) continue
    let sum = 0
    for (const [place, own] of met) sum += (weights[place] ?? 0) * scoreOfMatch(own)
    const isWhole = has.length === known.length
    const tier = isExact ? 3 : isWhole && isInTitle(met, has) ? 2 : isWhole ? 1 : 0
    scored.push({
      match,
      words: met,
      isExact,
      tier,
      score: (sum * metWeight(weights, has, met)) / all,
      missing: isExact ? [] : missing,
    })
  }
  return scored.sort((a, b) => b.tier - a.tier || b.score - a.score || (a.match.id < b.match.id ? 1 : -1))
}
