import type { Actor } from '../platform/identity/actor.ts'
import type { ResourceView } from '../platform/resource.ts'
import { loadResources } from '../platform/resource-registry.ts'
import { piecesOf } from './cutting.ts'
import { scoreOf } from './lookup.ts'
import type { Passage } from '../models/passage.ts'
import type { Candidate } from './places.ts'
import { makeTermCounter, type Term } from '../language/terms.ts'
import { tokenize } from '../language/tokens.ts'

/** So many things are read whole. */
const mostThings = 8

/** So many candidates are looked at as they are now, and as many again where the asker may see too few of them. */
export const mostCandidates = 60

/** What a thing was found by counts so much beside what it says of itself, which is known in full. */
const foundShare = 0.8

/** So much text is cut and ranked in all, the best things first, to keep the time in bounds. */
const mostCharacters = 2_000_000

/** In so many pieces: many times what texts of that length have, unless they are hardly more than headings. */
const mostPieces = 10_000

/** What is indexed of a long text; the rest is read for the best things only. */
const beginningCharacters = 8_000

/** Something that the asker may see, and what it was found by. */
export interface Thing {
  type: Passage['type']
  view: ResourceView
  score: number
}

/** Those of the candidates that the asker may see now, in their order. */
const visible = async (actor: Actor, candidates: Candidate[]): Promise<Thing[]> => {
  const views = await loadResources(
    actor,
    candidates.map(({ type, hit }) => ({ ...hit, type })),
  )
  return candidates.flatMap(({ type, score }, index) => {
    const view = views[index]
    return view ? [{ type, view, score }] : []
  })
}

/** Those that the asker may see now, of the first so many, or of twice as many when there are too few among these. */
export const visibleOf = async (actor: Actor, candidates: Candidate[], most: number): Promise<Thing[]> => {
  const first = await visible(actor, candidates.slice(0, most))
  const rest = candidates.slice(most, 2 * most)
  return first.length >= mostThings || rest.length === 0 ? first : [...first, ...(await visible(actor, rest))]
}

/** The things that have most of the terms in what they say of themselves, or were found by most. */
export const bestOf = (terms: Term[], weights: number[], things: Thing[]): Thing[] => {
  const countsOf = makeTermCounter(terms)
  const scored = things.map((thing) => {
    const { title, text } = thing.view
    const beginning = countsOf(tokenize(text.slice(0, beginningCharacters)))
    const said = scoreOf(weights, countsOf(tokenize(title)), beginning)
    return { thing, score: Math.max(said, thing.score * foundShare) }
  })
  // equal ones stay in the order in which they were found
  const sorted = scored.sort((a, b) => b.score - a.score)
  return sorted.slice(0, mostThings).map(({ thing }) => thing)
}

/** The whole texts of things, as much of them as there is time for. */
export const cutsOf = async (things: Thing[]) => {
  const texts = await Promise.all(things.map(async ({ view }) => (await view.content?.()) ?? view.text))
  let room = mostCharacters
  let places = mostPieces
  return things.map((thing, index) => {
    const text = (texts[index] ?? '').slice(0, Math.max(0, room))
    room -= text.length
    const { title } = thing.view
    const pieces = piecesOf(text).slice(0, places)
    places -= pieces.length
    return { thing, title, pieces: pieces.length > 0 ? pieces : [{ headings: [], text: title }] }
  })
}
