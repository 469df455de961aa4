import type { Actor } from '../platform/identity/actor.ts'
import type { ResourceRef } from '../platform/resource-ref.ts'
import type { Reader, ResourceView, Wanted } from '../platform/resource.ts'
import { findReadableByAll } from '../platform/common-rights.ts'
import { loadResources } from '../platform/resource-registry.ts'
import {
  choosePassages,
  readPassages,
  type ChosenPassages,
  type FoundPassage,
} from '../platform/search/query/passages.ts'
import type { ChunkedSource, CountTerms } from './ranked-chunks.ts'
import type { QueryWord } from '../platform/search/query/query-words.ts'
import { readAhead } from '../platform/search/query/read-ahead.ts'
import { lookupScore } from './lookup.ts'
import type { Passage } from '../models/passage.ts'
import type { Candidate } from './knowledge-scope.ts'
import { tokenize } from '../language/tokens.ts'

/** Maximum number of sources read in full. */
const maxSources = 8

/** Maximum number of candidates loaded, and as many again if the asker may read too few of them. */
export const maxCandidates = 60

/** Weight of the score from the index, relative to the score of the source's own text. */
const foundShare = 0.8

/** Length of the beginning of a text that selects the best sources, in characters; only these are read further. */
const beginningCharacters = 8_000

/** A resource that the asker may read, with its score and its passages that contain most of the question. */
export interface SelectedSource {
  type: Passage['type']
  view: ResourceView
  score: number
  chosen: ChosenPassages | undefined
}

/** Maximum number of passages ranked per source. */
const maxPassages = 12

/**
 * Creates a reader of candidates, each read once, that returns their passages for some words. Omits candidates that the
 * asker or one of `others` may not currently read.
 */
export const sourceReader = (actor: Actor, others: Reader[], wordsNow: () => QueryWord[]) => {
  const { begin, read } = readAhead(async (refs: (ResourceRef & Wanted)[]) => {
    const [views, chosen, areShared] = await Promise.all([
      loadResources(actor, refs),
      choosePassages(refs, wordsNow(), maxPassages),
      findReadableByAll(others, refs),
    ])
    return views.map((view, index) =>
      view && areShared[index] ? { view, chosen: chosen[index] } : undefined,
    )
  })
  const toCandidateRef = ({ type, hit }: Candidate) => ({ ...hit, type })
  return {
    begin: (candidates: Candidate[]) => {
      begin(candidates.map(toCandidateRef))
    },
    read: async (candidates: Candidate[]): Promise<SelectedSource[]> => {
      const found = await read(candidates.map(toCandidateRef))
      return candidates.flatMap(({ type, score }, index) => {
        const source = found[index]
        return source ? [{ type, score, ...source }] : []
      })
    },
  }
}

/**
 * Returns the sources that the asker may currently read among the first `limit` candidates, or among twice as many if
 * they are too few.
 */
export const loadVisible = async (
  read: (candidates: Candidate[]) => Promise<SelectedSource[]>,
  candidates: Candidate[],
  limit: number,
): Promise<SelectedSource[]> => {
  const first = await read(candidates.slice(0, limit))
  const rest = candidates.slice(limit, 2 * limit)
  return first.length >= maxSources || rest.length === 0 ? first : [...first, ...(await read(rest))]
}

/** Returns the sources with the best scores, by their own text or by the index. */
export const selectBest = (
  countsOf: CountTerms,
  weights: number[],
  sources: SelectedSource[],
): SelectedSource[] => {
  const scored = sources.map((source) => {
    const { title, text } = source.view
    const beginning = countsOf(tokenize(text.slice(0, beginningCharacters)))
    const titleScore = lookupScore(weights, countsOf(tokenize(title)), beginning)
    return { source, score: Math.max(titleScore, source.score * foundShare) }
  })
  // sources with equal scores keep their order
  const sorted = scored.sort((a, b) => b.score - a.score)
  return sorted.slice(0, maxSources).map(({ source }) => source)
}

/** Reads the chosen passages of sources, in one round trip regardless of their lengths. */
export const loadChunks = async (
  sources: SelectedSource[],
): Promise<ChunkedSource<SelectedSource, FoundPassage>[]> => {
  const found = await readPassages(sources.map(({ chosen }) => chosen))
  return sources.map((source, index) => {
    const { title } = source.view
    const chunks = found[index] ?? []
    return { source, title, chunks: chunks.length > 0 ? chunks : [{ headings: [], text: title, score: 0 }] }
  })
}
