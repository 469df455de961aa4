import type { Actor } from '../platform/identity/actor.ts'
import type { ResourceView } from '../platform/resource.ts'
import { loadResources } from '../platform/resource-registry.ts'
import { splitChunks } from './chunks.ts'
import { scoreOf } from './lookup.ts'
import type { Passage } from '../models/passage.ts'
import type { Candidate } from './knowledge-scope.ts'
import { makeTermCounter, type Term } from '../language/terms.ts'
import { tokenize } from '../language/tokens.ts'

/** So many things are read whole. */
const maxSources = 8

/** So many candidates are looked at as they are now, and as many again where the asker may see too few of them. */
export const maxCandidates = 60

/** What a thing was found by counts so much beside what it says of itself, which is known in full. */
const foundShare = 0.8

/** So much text is cut and ranked in all, the best things first, to keep the time in bounds. */
const maxTotalCharacters = 2_000_000

/** In so many chunks: many times what texts of that length have, unless they are hardly more than headings. */
const maxChunks = 10_000

/** What is indexed of a long text; the rest is read for the best things only. */
const beginningCharacters = 8_000

/** Something that the asker may see, and what it was found by. */
export interface FoundSource {
  type: Passage['type']
  view: ResourceView
  score: number
}

/** Those of the candidates that the asker may see now, in their order. */
const visible = async (actor: Actor, candidates: Candidate[]): Promise<FoundSource[]> => {
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
export const loadVisible = async (
  actor: Actor,
  candidates: Candidate[],
  most: number,
): Promise<FoundSource[]> => {
  const first = await visible(actor, candidates.slice(0, most))
  const rest = candidates.slice(most, 2 * most)
  return first.length >= maxSources || rest.length === 0 ? first : [...first, ...(await visible(actor, rest))]
}

/** The things that have most of the terms in what they say of themselves, or were found by most. */
export const selectBest = (terms: Term[], weights: number[], things: FoundSource[]): FoundSource[] => {
  const countsOf = makeTermCounter(terms)
  const scored = things.map((thing) => {
    const { title, text } = thing.view
    const beginning = countsOf(tokenize(text.slice(0, beginningCharacters)))
    const said = scoreOf(weights, countsOf(tokenize(title)), beginning)
    return { thing, score: Math.max(said, thing.score * foundShare) }
  })
  // equal ones stay in the order in which they were found
  const sorted = scored.sort((a, b) => b.score - a.score)
  return sorted.slice(0, maxSources).map(({ thing }) => thing)
}

/** The whole texts of things, as much of them as there is time for. */
export const loadChunks = async (things: FoundSource[]) => {
  const texts = await Promise.all(things.map(async ({ view }) => (await view.content?.()) ?? view.text))
  let room = maxTotalCharacters
  let places = maxChunks
  return things.map((thing, index) => {
    const text = (texts[index] ?? '').slice(0, Math.max(0, room))
    room -= text.length
    const { title } = thing.view
    const chunks = splitChunks(text).slice(0, places)
    places -= chunks.length
    return { thing, title, chunks: chunks.length > 0 ? chunks : [{ headings: [], text: title }] }
  })
}
