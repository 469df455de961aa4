import type { Actor } from '../platform/identity/actor.ts'
import type { Piece } from './cutting.ts'
import type { KnowledgeRef } from '../assistants/knowledge-ref.ts'
import { distinct, lookUp } from './lookup.ts'
import type { Passage } from '../models/passage.ts'
import { pagesWithin, readPlaces, type Candidate, type Places } from './places.ts'
import { ranked } from './ranking.ts'
import { sourceTypes } from '../resource-types.ts'
import { removePointers } from '../language/stop-words.ts'
import { extractTerms } from '../language/terms.ts'
import { bestOf, cutsOf, mostCandidates, visibleOf, type Thing } from './things.ts'

const mostPassages = 8
const mostPerThing = 3

const passageOf = ({ type, view: { id, title, url } }: Thing, text: string): Passage => ({
  type,
  id,
  title,
  url,
  text: text.toWellFormed(),
})

/** The first so many, at most three of one thing. */
const chosen = <R extends { thing: Thing }>(rows: R[]): R[] => {
  const taken = new Map<Thing, number>()
  const fits = ({ thing }: R) => {
    const count = (taken.get(thing) ?? 0) + 1
    taken.set(thing, count)
    return count <= mostPerThing
  }
  return rows.filter(fits).slice(0, mostPassages)
}

/** Those of the candidates that are in the places, and what these name. */
const withPlaces = async (candidates: Candidate[], places: Places): Promise<Candidate[]> => {
  const pages = candidates.filter(({ type }) => type === 'wiki_page')
  const hits = new Set(
    await pagesWithin(
      pages.map(({ hit }) => hit),
      places,
    ),
  )
  const inside = pages.filter(({ hit }) => hits.has(hit)).slice(0, mostCandidates)
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
    lookUp(actor, terms, typesWithin(within), isNarrow),
    isNarrow ? readPlaces(within) : undefined,
  ])
  const found = places ? await withPlaces(candidates, places) : candidates
  // places may be many by themselves
  const most = isNarrow ? 2 * mostCandidates : mostCandidates
  const cuts = await cutsOf(bestOf(terms, weights, await visibleOf(actor, found, most)))
  const rows: { thing: Thing; piece: Piece }[] = chosen(ranked(terms, weights, cuts))
  const beginnings = cuts.flatMap(({ thing, pieces }) => pieces.map((piece) => ({ thing, piece })))
  const shown = rows.length > 0 || !isNarrow ? rows : chosen(beginnings)
  return shown.map(({ thing, piece }) => passageOf(thing, piece.text))
}
