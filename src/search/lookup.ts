import type { Actor } from '../platform/identity/actor.ts'
import { searchScopeOf } from '../platform/resource-registry.ts'
import { matchesOf, type Hit } from '../platform/search/index.ts'
import type { Candidate } from './knowledge-scope.ts'
import type { Passage } from '../models/passage.ts'
import { coverage } from './ranking.ts'
import type { Term } from '../language/terms.ts'

/** So many rows of each word are read of each kind of thing: titles first, then the newest. */
const maxRows = 200

/** Where only some places count, most rows are of others. */
const maxRowsInScope = 1_000

/** What a title says counts so many times. */
const titleWeight = 2.5

export interface Lookup {
  /** Best first. */
  candidates: Candidate[]
  /** How much each term says, by how rare it is. */
  weights: number[]
}

const keyOf = (type: Passage['type'], hit: Hit) => `${type}#${hit.id}`

/**
 * What has some of the terms, those first that have many and rare ones: one round trip, two reads per term
 * and kind.
 */
export const findCandidates = async (
  actor: Actor,
  terms: Term[],
  types: Passage['type'][],
  isNarrow: boolean,
): Promise<Lookup> => {
  const most = isNarrow ? maxRowsInScope : maxRows
  const found = await Promise.all(
    terms.map(({ word, stem }) =>
      Promise.all(
        types.map(async (type) => {
          const { matches, isCut } = await matchesOf(await searchScopeOf(type, actor), word, most, stem)
          return { type, hits: [...matches.values()], isCut }
        }),
      ),
    ),
  )
  const weights = found.map((kinds) => {
    const count = kinds.reduce((sum, { hits, isCut }) => sum + hits.length * (isCut ? 2 : 1), 0)
    return Math.log(1 + (2 * most) / (1 + count))
  })

  const scored = new Map<string, { candidate: Candidate; met: number[] }>()
  for (const [index, kinds] of found.entries())
    for (const { type, hits } of kinds)
      for (const hit of hits) {
        const { candidate, met } = scored.get(keyOf(type, hit)) ?? {
          candidate: { type, hit, score: 0 },
          met: terms.map(() => 0),
        }
        candidate.score += (weights[index] ?? 0) * (hit.isTitle ? titleWeight : 1)
        met[index] = 1
        scored.set(keyOf(type, hit), { candidate, met })
      }
  const candidates = [...scored.values()].map(({ candidate, met }) => ({
    ...candidate,
    score: candidate.score * coverage(weights, met),
  }))
  return { candidates: candidates.sort(inOrder), weights }
}

/** The greater scores first, of equal ones the newer thing (ids are by time). */
const inOrder = (a: Candidate, b: Candidate) => b.score - a.score || (a.hit.id < b.hit.id ? 1 : -1)

/** Each thing once, where it stands first, with its best score. */
export const distinct = (candidates: Candidate[]): Candidate[] => {
  const once = new Map<string, Candidate>()
  for (const { type, hit, score } of candidates) {
    const known = once.get(keyOf(type, hit))
    once.set(keyOf(type, hit), { type, hit, score: Math.max(score, known?.score ?? 0) })
  }
  return [...once.values()]
}

/** How much what a thing says of itself has of the terms. */
export const scoreOf = (weights: number[], title: number[], text: number[]): number => {
  const counts = weights.map((_, n) => Math.max(title[n] ?? 0, text[n] ?? 0))
  const said = weights.map((weight, n) => {
    const inTitle = Math.min(1, title[n] ?? 0) * titleWeight
    return weight * Math.max(inTitle, Math.min(1, text[n] ?? 0))
  })
  return said.reduce((sum, part) => sum + part, 0) * coverage(weights, counts)
}
