import type { Actor } from '../platform/identity/actor.ts'
import type { Chunk } from './chunks.ts'
import type { KnowledgeRef } from '../assistants/knowledge-ref.ts'
import { distinct, findCandidates } from './lookup.ts'
import type { Passage } from '../models/passage.ts'
import {
  filterPagesInScope,
  loadKnowledgeScope,
  type Candidate,
  type KnowledgeScope,
} from './knowledge-scope.ts'
import { rankChunks } from './ranking.ts'
import { sourceTypes } from '../resource-types.ts'
import { removePointers } from '../language/stop-words.ts'
import { extractTerms } from '../language/terms.ts'
import { selectBest, loadChunks, maxCandidates, loadVisible, type FoundSource } from './found-sources.ts'

const maxPassages = 8
const maxPassagesPerSource = 3

const passageOf = ({ type, view: { id, title, url } }: FoundSource, text: string): Passage => ({
  type,
  id,
  title,
  url,
  text: text.toWellFormed(),
})

/** The first so many, at most three of one thing. */
const chosen = <R extends { thing: FoundSource }>(rows: R[]): R[] => {
  const taken = new Map<FoundSource, number>()
  const fits = ({ thing }: R) => {
    const count = (taken.get(thing) ?? 0) + 1
    taken.set(thing, count)
    return count <= maxPassagesPerSource
  }
  return rows.filter(fits).slice(0, maxPassages)
}

/** Those of the candidates that are in the places, and what these name. */
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
  return distinct([...places.named, ...others, ...inside, ...places.below])
}

/** The kinds of things whose words are looked up. */
const typesWithin = (within: KnowledgeRef[]): Passage['type'][] => {
  if (within.length === 0) return [...sourceTypes]
  const isInWiki = within.some(({ type }) => type === 'wiki_space' || type === 'wiki_page')
  const isInCourses = within.some(({ type }) => type === 'course')
  return [...(isInWiki ? (['wiki_page'] as const) : []), ...(isInCourses ? (['course'] as const) : [])]
}

/**
 * What the asker may read now that has to do with the question, best first: at most eight passages, three of
 * one thing. Words are looked up one by one and weighed by how rare they are, so a question need not be met
 * word by word. `within` narrows it to some places; when nothing in them has words of the question, it is
 * what they begin with. Three round trips as a rule: the words, the things, their texts; one more for
 * tickets, and for each level that pages lie below a page of `within`.
 */
export const findPassages = async (
  actor: Actor,
  question: string,
  within: KnowledgeRef[] = [],
): Promise<Passage[]> => {
  const isNarrow = within.length > 0
  const terms = isNarrow ? removePointers(extractTerms(question)) : extractTerms(question)
  const [{ candidates, weights }, places] = await Promise.all([
    findCandidates(actor, terms, typesWithin(within), isNarrow),
    isNarrow ? loadKnowledgeScope(within) : undefined,
  ])
  const found = places ? await withinScope(candidates, places) : candidates
  // places may be many by themselves
  const most = isNarrow ? 2 * maxCandidates : maxCandidates
  const sources = await loadChunks(selectBest(terms, weights, await loadVisible(actor, found, most)))
  const rows: { thing: FoundSource; chunk: Chunk }[] = chosen(rankChunks(terms, weights, sources))
  const beginnings = sources.flatMap(({ thing, chunks }) => chunks.map((chunk) => ({ thing, chunk })))
  const shown = rows.length > 0 || !isNarrow ? rows : chosen(beginnings)
  return shown.map(({ thing, chunk }) => passageOf(thing, chunk.text))
}
