import type { Actor } from '../platform/actor.ts'
import { environment } from '../platform/environment.ts'
import { routeOf } from '../platform/spec.ts'
import { sources, type Known } from '../search/sources.ts'
import { piecesOf, type Piece } from './cutting.ts'
import type { KnowledgeRef } from './knowledge-ref.ts'
import { distinct, lookUp, scoreOf } from './lookup.ts'
import type { Passage } from './passage.ts'
import { pagesWithin, readPlaces, type Candidate, type Places } from './places.ts'
import { ranked } from './ranking.ts'
import { withoutPointers } from './stop-words.ts'
import { counterOf, termsOf, tokensOf, type Term } from './terms.ts'

const types = ['wiki_page', 'course', 'task', 'ticket', 'file'] as const

/** So many candidates are looked at as they are now, and as many again where the asker may see too few of them. */
const mostCandidates = 60

/** What a thing was found by counts so much beside what it says of itself, which is known in full. */
const foundShare = 0.4

const mostThings = 8
const mostPassages = 8
const mostPerThing = 3

/** So much text is cut and ranked in all, the best things first, to keep the time in bounds. */
const mostCharacters = 2_000_000

/** What is indexed of a long text; the rest is read for the best things only. */
const beginningCharacters = 8_000

interface Thing {
  type: Passage['type']
  id: string
  known: Known
  score: number
}

/** Those of the candidates that the asker may see now, in their order. */
const visible = async (actor: Actor, candidates: Candidate[]): Promise<Thing[]> => {
  const loaded = new Map<Candidate, Known>()
  await Promise.all(
    types.map(async (type) => {
      const own = candidates.filter((candidate) => candidate.type === type)
      if (own.length === 0) return
      const known = await sources[type].load(
        actor,
        own.map(({ hit }) => hit),
      )
      for (const [index, candidate] of own.entries()) {
        const thing = known[index]
        if (thing) loaded.set(candidate, thing)
      }
    }),
  )
  return candidates.flatMap((candidate) => {
    const known = loaded.get(candidate)
    return known ? [{ type: candidate.type, id: candidate.hit.id, known, score: candidate.score }] : []
  })
}

const enoughVisible = async (actor: Actor, candidates: Candidate[]): Promise<Thing[]> => {
  const first = await visible(actor, candidates.slice(0, mostCandidates))
  const rest = candidates.slice(mostCandidates, 2 * mostCandidates)
  return first.length >= mostThings || rest.length === 0 ? first : [...first, ...(await visible(actor, rest))]
}

/** The whole texts of things, as much of them as there is time for. */
const cutsOf = async (things: Thing[]) => {
  const texts = await Promise.all(things.map(({ known }) => known.whole()))
  let room = mostCharacters
  return things.map((thing, index) => {
    const text = (texts[index] ?? '').slice(0, Math.max(0, room))
    room -= text.length
    const { title } = thing.known
    const pieces = piecesOf(text)
    return { thing, title, pieces: pieces.length > 0 ? pieces : [{ headings: [], text: title }] }
  })
}

const passageOf = ({ type, id, known: { title, path } }: Thing, text: string): Passage => ({
  type,
  id,
  title,
  url: environment.publicUrl + routeOf({ path }),
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

/** The things that have most of the terms in what they say of themselves, or were found by most. */
const bestOf = (terms: Term[], weights: number[], things: Thing[]): Thing[] => {
  const countsOf = counterOf(terms)
  const scored = things.map((thing) => {
    const { title, text } = thing.known
    const beginning = countsOf(tokensOf(text.slice(0, beginningCharacters)))
    const said = scoreOf(weights, countsOf(tokensOf(title)), beginning)
    return { thing, score: Math.max(said, thing.score * foundShare) }
  })
  // equal ones stay in the order in which they were found
  const sorted = scored.sort((a, b) => b.score - a.score)
  return sorted.slice(0, mostThings).map(({ thing }) => thing)
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
  return distinct([...inside, ...others, ...places.named, ...places.below])
}

/** The kinds of things whose words are looked up. */
const typesWithin = (within: KnowledgeRef[]): Passage['type'][] => {
  if (within.length === 0) return [...types]
  const isInWiki = within.some(({ type }) => type === 'wiki_space' || type === 'wiki_page')
  const isInCourses = within.some(({ type }) => type === 'course')
  return [...(isInWiki ? (['wiki_page'] as const) : []), ...(isInCourses ? (['course'] as const) : [])]
}

/**
 * What the asker may read now that has to do with the question, best first: at most eight passages, three of one thing. Words
 * are looked up one by one and weighed by how rare they are, so a question need not be met word by word. `within` narrows it
 * to some places; when nothing in them has words of the question, it is what they begin with. Three round trips as a rule:
 * the words, the things, their texts; one more for tickets, and for each level that pages lie below a page of `within`.
 */
export const findPassages = async (
  actor: Actor,
  question: string,
  within: KnowledgeRef[] = [],
): Promise<Passage[]> => {
  const isNarrow = within.length > 0
  const terms = isNarrow ? withoutPointers(termsOf(question)) : termsOf(question)
  const [{ candidates, weights }, places] = await Promise.all([
    lookUp(actor, terms, typesWithin(within), isNarrow),
    isNarrow ? readPlaces(within) : undefined,
  ])
  const found = places ? await withPlaces(candidates, places) : candidates
  const cuts = await cutsOf(bestOf(terms, weights, await enoughVisible(actor, found)))
  const rows: { thing: Thing; piece: Piece }[] = chosen(ranked(terms, weights, cuts))
  const beginnings = cuts.flatMap(({ thing, pieces }) => pieces.map((piece) => ({ thing, piece })))
  const shown = rows.length > 0 || !isNarrow ? rows : chosen(beginnings)
  return shown.map(({ thing, piece }) => passageOf(thing, piece.text))
}
