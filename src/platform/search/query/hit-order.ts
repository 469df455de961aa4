import type { Scored } from './score.ts'

export interface Hit {
  type: string
  id: string
  /** Scope in which it was found. */
  scope: string
  container: string
  /** Words of the query that it lacks, as typed. */
  missing: string[]
  /** Fit to the query, comparable only among hits of one search. */
  score: number
  /** True if its title contains the query, or all words of it that the resource has. */
  isTitled: boolean
}

/** Best fit first, or newest first. */
type Sort = 'newest' | undefined

/** A hit with its place in the order, which is the cursor; later hits have smaller places. */
export interface SortedHit {
  place: string
  hit: Hit
}

const scoreDigits = 12

const toSortedHit = ({ tier, score, match, missing }: Scored, sort: Sort): SortedHit => {
  const { type, id, scope, container } = match
  const fit = sort === 'newest' ? '' : `${tier}${score.toFixed(3).padStart(scoreDigits, '0')}`
  return {
    place: `${fit}#${id}#${type}`,
    hit: { type, id, scope, container, missing, score, isTitled: tier > 1 },
  }
}

/**
 * Returns functions that give the places of ranked resources, sorted only once, and that compare them with the cursor.
 */
export const makeHitOrder = (sort: Sort, cursor: string | undefined) => {
  const known = new Map<Scored[], SortedHit[]>()
  const sorted = (things: Scored[]) =>
    things
      .map((thing) => toSortedHit(thing, sort))
      .sort((a, b) => (a.place < b.place ? 1 : a.place > b.place ? -1 : 0))
  const toSortedHits = (things: Scored[]): SortedHit[] => {
    const all = known.get(things) ?? sorted(things)
    known.set(things, all)
    return all
  }
  return {
    placesOf: toSortedHits,
    isBehind: ({ place }: SortedHit) => cursor === undefined || place < cursor,
  }
}
