import type { Scored } from './score.ts'

/** A thing that a search has found. */
export interface Hit {
  type: string
  id: string
  /** Where it was found. */
  scope: string
  container: string
  /** The words of the query that it lacks, as they were typed. */
  missing: string[]
  /** How well it fits, compared with others of the same search. */
  score: number
  /** Whether the query, or all that it has of it, is in its title. */
  isTitled: boolean
}

/** What fits best comes first, or whatever is newest. */
type Sort = 'newest' | undefined

/** A hit at its place in the order, which is what a cursor says: places of later hits are less. */
export interface SortedHit {
  place: string
  hit: Hit
}

const scoreDigits = 12

const placedOf = ({ tier, score, match, missing }: Scored, sort: Sort): SortedHit => {
  const { type, id, scope, container } = match
  const fit = sort === 'newest' ? '' : `${tier}${score.toFixed(3).padStart(scoreDigits, '0')}`
  return {
    place: `${fit}#${id}#${type}`,
    hit: { type, id, scope, container, missing, score, isTitled: tier > 1 },
  }
}

/** The places of ranked things, which are sorted once however often they are asked for. */
export const makePlaces = (sort: Sort, cursor: string | undefined) => {
  const known = new Map<Scored[], SortedHit[]>()
  const sorted = (things: Scored[]) =>
    things
      .map((thing) => placedOf(thing, sort))
      .sort((a, b) => (a.place < b.place ? 1 : a.place > b.place ? -1 : 0))
  const placesOf = (things: Scored[]): SortedHit[] => {
    const all = known.get(things) ?? sorted(things)
    known.set(things, all)
    return all
  }
  return { placesOf, isBehind: ({ place }: SortedHit) => cursor === undefined || place < cursor }
}
