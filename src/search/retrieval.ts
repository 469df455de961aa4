import { resourceUrl } from '../platform/http/app-urls.ts'
import type { Actor } from '../platform/identity/actor.ts'
import type { Reader } from '../platform/resource.ts'
import type { Chunk } from '../language/chunks.ts'
import type { KnowledgeRef } from '../assistants/assistant/knowledge-ref.ts'
import { distinctResources, findCandidates, type Sought } from './lookup.ts'
import type { Passage } from '../models/passage.ts'
import type { QueryWord } from '../platform/search/query/query-words.ts'
import {
  filterPagesInScope,
  loadKnowledgeScope,
  type Candidate,
  type KnowledgeScope,
} from './knowledge-scope.ts'
import { findJoinedNames, rankChunks } from './ranked-chunks.ts'
import type { EmbeddedQuestion } from './embedded-question.ts'
import { sourceTypes } from '#generated/resource-types.ts'
import { removePointers } from '../language/pointers.ts'
import { extractTerms, makeTermCounter, makeWaysCounter, ownWays } from '../language/terms.ts'
import {
  selectBest,
  loadChunks,
  maxCandidates,
  loadVisible,
  sourceReader,
  type SelectedSource,
} from './source-selection.ts'

const maxPassages = 8
const maxPassagesPerSource = 3

const toSourcePassage = ({ type, view }: SelectedSource, { headings, text, fence }: Chunk): Passage => ({
  type,
  id: view.id,
  title: view.title,
  url: resourceUrl(view),
  api_url: view.url,
  ...(view.revision !== undefined && { revision: view.revision }),
  headings,
  text: text.toWellFormed(),
  ...(fence !== undefined && { fence }),
})

/** Returns the first eight passages, at most three per source. */
const chosen = <R extends { source: SelectedSource }>(rows: R[]): R[] => {
  const taken = new Map<SelectedSource, number>()
  const fits = ({ source }: R) => {
    const count = (taken.get(source) ?? 0) + 1
    taken.set(source, count)
    return count <= maxPassagesPerSource
  }
  return rows.filter(fits).slice(0, maxPassages)
}

/** Returns the candidates inside a knowledge scope, and the resources that the scope names. */
const withinScope = async (candidates: Candidate[], places: KnowledgeScope): Promise<Candidate[]> => {
  const pages = candidates.filter(({ type }) => type === 'wiki_page')
  const hits = new Set(
    await filterPagesInScope(
      pages.map(({ hit }) => hit),
      places,
    ),
  )
  const inside = pages.filter(({ hit }) => hits.has(hit)).slice(0, maxCandidates)
  const isNamed = new Set(places.named.map(({ hit }) => hit.id))
  const others = candidates.filter(({ type, hit }) => type !== 'wiki_page' && isNamed.has(hit.id))
  return distinctResources([...places.named, ...others, ...inside, ...places.below])
}

/** Returns the types of resources to search. */
const typesWithin = (within: KnowledgeRef[]): Passage['type'][] => {
  if (within.length === 0) return [...sourceTypes]
  const isInWiki = within.some(({ type }) => type === 'wiki_space' || type === 'wiki_page')
  const isInCourses = within.some(({ type }) => type === 'course')
  return [...(isInWiki ? (['wiki_page'] as const) : []), ...(isInCourses ? (['course'] as const) : [])]
}

/**
 * Returns the terms to search for; in a narrow search, without the words of the question that only point to its places.
 */
const readSought = (question: string, isNarrow: boolean): Sought => {
  const terms = extractTerms(question)
  return { text: question, ways: ownWays(isNarrow ? removePointers(terms) : terms) }
}

/**
 * Returns passages related to the question that the asker may currently read, best first: at most eight, three per
 * source. Words are looked up separately and weighted by their rarity, so a passage need not contain all of them.
 * `within` narrows the search to some places; if nothing in them has words of the question, returns the first passages
 * of what they contain. Omits passages that one of `others` may not read. If the question is `embedded`, its embedding
 * decides the order of the best passages found by words. Takes three round trips as a rule: the words, then the access
 * together with the resources, then their texts; one more for tickets, within some places, and for each level of pages
 * below a page of `within`.
 */
export const findPassages = async (
  actor: Actor,
  question: string | Sought,
  within: KnowledgeRef[] = [],
  others: Reader[] = [],
  embedded?: Promise<EmbeddedQuestion | undefined>,
): Promise<Passage[]> => {
  const isNarrow = within.length > 0
  const sought = typeof question === 'string' ? readSought(question, isNarrow) : question
  const countWays = makeWaysCounter(sought.ways, makeTermCounter)
  // the places alone may yield many candidates
  const limit = isNarrow ? 2 * maxCandidates : maxCandidates
  let known: QueryWord[] = []
  const readSources = sourceReader(actor, others, () => known)
  const onGuess = (guessed: Candidate[], words: QueryWord[]) => {
    known = words
    if (!isNarrow) readSources.begin(guessed.slice(0, limit))
  }
  const [{ candidates, weights, words }, places] = await Promise.all([
    findCandidates(actor, sought, typesWithin(within), onGuess),
    isNarrow ? loadKnowledgeScope(within) : undefined,
  ])
  known = words
  const found = places ? await withinScope(candidates, places) : candidates
  const visible = await loadVisible(readSources.read, found, limit)
  const sources = await loadChunks(selectBest(countWays, weights, visible))
  const ranked = rankChunks(countWays, weights, sources, findJoinedNames(sought.text))
  const asked = await embedded
  const rows = chosen(asked ? asked.rerank(ranked, sources) : ranked)
  const beginnings = sources.flatMap(({ source, chunks }) => chunks.map((chunk) => ({ source, chunk })))
  const shown = rows.length > 0 || !isNarrow ? rows : chosen(beginnings)
  return shown.map(({ source, chunk }) => toSourcePassage(source, chunk))
}
