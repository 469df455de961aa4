import type { Actor } from '../platform/identity/actor.ts'
import { searchDefinitionOf } from '../platform/resource-registry.ts'
import { fold, foldCase } from '../language/fold.ts'
import { mostLikelyLanguages, removeStopWords } from '../language/stop-words.ts'
import { search } from '../platform/search/query/query.ts'
import { queryWords, type QueryWord } from '../platform/search/query/query-words.ts'
import type { Scored } from '../platform/search/query/score.ts'
import type { Candidate, ContainedThing } from './knowledge-scope.ts'
import type { Passage } from '../models/passage.ts'
import { coverage } from './ranked-chunks.ts'
import type { Term, Ways } from '../language/terms.ts'

/** Weight of a word in the title, relative to one in the text. */
const titleWeight = 2.5

export interface CandidateLookup {
  /** Best first. */
  candidates: Candidate[]
  /** Weight of each term: the rarer, the greater. */
  weights: number[]
  /** Words that were searched for. */
  words: QueryWord[]
}

const hitKey = (type: Passage['type'], hit: ContainedThing) => `${type}#${hit.id}`

/** Search terms: words, and alternatives for the terms among them; the first alternative is in the words. */
export interface Sought {
  text: string
  ways: Ways[]
}

/**
 * Returns a function that returns the synonyms of a word, from terms with several names; synonyms of several words do
 * not count.
 */
const synonymLookup = (ways: Ways[]) => {
  const synonyms = new Map(
    ways.flatMap(([first = [], ...others]) => {
      const names = others.flatMap((way) => (way.length === 1 ? way.map(({ word }) => word) : []))
      return first.length === 1 && names.length > 0 ? first.map(({ word }) => [word, names] as const) : []
    }),
  )
  return (word: string): string[] => synonyms.get(word) ?? []
}

/** Assumed number of resources, for the weight of a term. */
const assumedThings = 2_000

/** Approximate ratio of search scores to those of {@link lookupScore}. */
const searchScale = 2

/**
 * Removes the stop words of its language from a question, unless it has no others: each word costs a read in each
 * scope.
 */
const withoutQuestionStopWords = (question: string): string => {
  const parts = question
    .split(/\s+/u)
    .map((part) => ({ part, word: foldCase(part.replaceAll(/[^\p{L}\p{M}]/gu, '')) }))
  const languages = mostLikelyLanguages(parts.map(({ word }) => word))
  const contentParts = parts.filter(
    ({ word }) => word === '' || removeStopWords([word], languages).length > 0,
  )
  return contentParts.some(({ part }) => /[\p{L}\p{N}]/u.test(part))
    ? contentParts.map(({ part }) => part).join(' ')
    : question
}

const toCandidate = ({ match: { type, id, container }, score }: Scored): Candidate => ({
  type: type as Passage['type'],
  hit: { id, container },
  score: score / searchScale,
})

/**
 * Returns the resources with words of a question that the asker may currently read, best first, as the search finds
 * them. Their content is examined later; `onGuess` receives some of them before access is checked.
 */
export const findCandidates = async (
  actor: Actor,
  { text, ways }: Sought,
  types: Passage['type'][],
  onGuess?: (candidates: Candidate[], words: QueryWord[]) => void,
): Promise<CandidateLookup> => {
  const definitions = new Map(
    await Promise.all(types.map(async (type) => [type as string, await searchDefinitionOf(type)] as const)),
  )
  const q = withoutQuestionStopWords(text)
  const { things, words, counts } = await search({
    scopes: [...new Set([...definitions.values()].flatMap(({ scopesOf }) => scopesOf(actor)))],
    q,
    synonymsOf: synonymLookup(ways),
    readable: async (type, containers) => definitions.get(type)?.readable?.(actor, containers),
    isBrief: true,
    onGuess: ({ things, words }) => onGuess?.(things.map(toCandidate), words),
  })
  const termCount = ({ word }: Term) => counts[words.findIndex(({ text }) => fold(text) === word)] ?? 0
  const weights = ways.map(([way = []]) =>
    Math.log(1 + assumedThings / (1 + Math.min(...way.map(termCount)))),
  )
  // files of an assistant are searched by their passages alone
  return { candidates: things.map(toCandidate), weights, words: words.length > 0 ? words : queryWords(q) }
}

/** Returns each resource once, at its first position, with its best score. */
export const distinctResources = (candidates: Candidate[]): Candidate[] => {
  const once = new Map<string, Candidate>()
  for (const { type, hit, score } of candidates) {
    const known = once.get(hitKey(type, hit))
    once.set(hitKey(type, hit), { type, hit, score: Math.max(score, known?.score ?? 0) })
  }
  return [...once.values()]
}

/** Returns the score of a resource by the terms in its own title and text. */
export const lookupScore = (weights: number[], title: number[], text: number[]): number => {
  const counts = weights.map((_, n) => Math.max(title[n] ?? 0, text[n] ?? 0))
  const partScores = weights.map((weight, n) => {
    const inTitle = Math.min(1, title[n] ?? 0) * titleWeight
    return weight * Math.max(inTitle, Math.min(1, text[n] ?? 0))
  })
  return partScores.reduce((sum, part) => sum + part, 0) * coverage(weights, counts)
}
