import { titleFitOf, type Match } from './range.ts'
import type { QueryWord } from './query-words.ts'

/** A thing with its matches of the words, by their places in the query. */
export interface MatchedThing {
  match: Pick<Match, 'type' | 'id' | 'scope' | 'container'>
  words: Map<number, Match>
  /** The query is its title or a key of it. */
  isExact: boolean
}

/**
 * The usual constants of BM25: how soon more of the same word says no more, and how far long things are held back.
 */
const saturation = 1.2
const lengthShare = 0.75
const meanLength = 200

/** What a word in the title and in a heading weighs, relative to one in the text. */
const titleWeight = 3
const headingWeight = 0.8

/** How many things there are, for the weight of a word that some of them have. */
const assumedThings = 4_000

/** The weight of a word that this many things have. */
const weightOf = (count: number): number => Math.log(1 + assumedThings / (1 + count))

const scoreOfMatch = (match: Match): number => {
  const { fit, isHeading, frequency, length } = match
  const count = 2 ** frequency
  const held = saturation * (1 - lengthShare + (lengthShare * 2 ** length) / meanLength)
  const inText = (count * (saturation + 1)) / (count + held)
  return fit * (inText + (isHeading ? headingWeight : 0)) + titleFitOf(match) * titleWeight
}

/**
 * A word counts as met when the name is there that it is a part of, or all parts of the name that it is.
 */
const isMet = (words: QueryWord[], { words: met }: MatchedThing, place: number): boolean => {
  if (met.has(place)) return true
  const instead = words[place]?.instead ?? []
  return instead.length > 0 && instead.every((text) => met.has(words.findIndex((word) => word.text === text)))
}

/** Numbers of names count only where what is beside them is met as well. */
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
   * From the query itself to things with some of the words: all things of a tier come before those of the
   * next.
   */
  tier: 0 | 1 | 2 | 3
  score: number
  /** As they were typed. */
  missing: string[]
}

/** Below this a word is in a title only by a part or a slip of it. */
const minTitleFit = 0.5

const isInTitle = (met: MatchedThing['words'], has: number[]): boolean =>
  has.every((place) => {
    const match = met.get(place)
    return match === undefined || titleFitOf(match) >= minTitleFit
  })

/** How much of a query a thing has, which follows from its words alone: worked out once for all that have the same. */
interface Coverage {
  /** The places of the words that are met, of those that some things have. */
  has: number[]
  missing: string[]
}

const makeCoverage = (words: QueryWord[], known: number[]) => {
  const coverages = new Map<string, Coverage>()
  return (thing: MatchedThing): Coverage => {
    const name = [...thing.words.keys()].join()
    const there = coverages.get(name)
    if (there) return there
    const has = known.filter((place) => isMet(words, thing, place))
    const missing = words.flatMap(({ typed }, place) => (isMet(words, thing, place) ? [] : [typed]))
    const coverage = { has, missing: [...new Set(missing)] }
    coverages.set(name, coverage)
    return coverage
  }
}

/** From here on a form of a word says as much as the word itself. */
const wholeFit = 0.8

/** The weight of all words that are met: one that a longer word begins or ends with is met in part. */
const metWeight = (weights: number[], has: number[], met: MatchedThing['words']): number =>
  has.reduce(
    (sum, place) => sum + (weights[place] ?? 0) * Math.min(1, (met.get(place)?.fit ?? 1) / wholeFit),
    0,
  )

/** Of a few words half suffice, of a sentence this many. */
const maxNeeded = 2

/**
 * The things with the words of a query, best first; those that have less than half of the words that any of
 * them has, or one of more than four, are left out. `counts` says how many things have each word.
 */
export const rank = (
  words: QueryWord[],
  counts: number[],
  found: MatchedThing[],
  { isPartial = false } = {},
): Scored[] => {
  const known = counts.flatMap((count, place) => (count > 0 ? [place] : []))
  const weights = counts.map(weightOf)
  const coverageOf = makeCoverage(words, known)
  const all = metWeight(weights, known, new Map()) || 1
  const needed = Math.min(maxNeeded, known.length / 2)
  const hasNumbers = words.some(({ beside }) => beside.length > 0)
  const scored: Scored[] = []
  for (const every of found) {
    const thing = hasNumbers ? withoutLoneNumbers(words, every) : every
    const { match, isExact, words: met } = thing
    if (!isExact && met.size === 0) continue
    const { has, missing } = coverageOf(thing)
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
