import * as z from '../../platform/schema/schema.ts'
import { entity, keyWithin, type ThingOf } from '../../platform/table/entity.ts'
import { now } from '../../platform/runtime/time.ts'
import { spaces } from '../space/space.ts'

/** A page that has moved from one space to another, ahead of what is below it: too much for one transaction. */
export const TreeMove = z.object({
  id: z.string(),
  page_id: z.string(),
  from: z.string(),
  to: z.string(),
  /** Who moves it: drafts of others stay behind. */
  by: z.string(),
})
export type TreeMove = z.output<typeof TreeMove>

/**
 * What holds the pages of a space together. Every move takes its version, so that of two moves that would make a circle
 * the second sees the first. `sweeps` are the deleted pages below which others are hidden: too many to be
 * moved to the trash with them. `moves` are those between spaces with some pages perhaps still on their way, each in
 * the trees of both spaces.
 */
export const trees = entity({
  name: 'wiki.tree',
  schema: z.object({
    space_id: z.string(),
    sweeps: z.array(z.object({ page_id: z.string(), ended_at: z.string().nullable() })).default([]),
    moves: z.array(TreeMove.extend({ ended_at: z.string().nullable() })).default([]),
    version: z.int(),
  }),
  key: keyWithin('space_id', spaces, () => 'tree'),
})

export type Tree = ThingOf<typeof trees>

/** A request that read a page before it was swept has answered by that time. */
const staleReadMilliseconds = 60_000

const isActive = ({ ended_at }: Pick<Tree['sweeps'][number], 'ended_at'>) =>
  ended_at === null || Date.parse(ended_at) + staleReadMilliseconds > Date.now()

/** Whether the pages below a deleted one are still where they were, hidden. */
export const isHidden = ({ sweeps }: Tree, page_id: string): boolean =>
  sweeps.some((sweep) => sweep.page_id === page_id && sweep.ended_at === null)

/** There may be pages in the space below others that are gone already. */
export const mayHaveOrphans = ({ sweeps }: Tree): boolean => sweeps.some(isActive)

export const withSweep = ({ sweeps }: Tree, page_id: string): Tree['sweeps'] => [
  ...sweeps.filter(isActive),
  { page_id, ended_at: null },
]

export const withoutSweep = ({ sweeps }: Tree, page_id: string): Tree['sweeps'] =>
  sweeps.map((sweep) => (sweep.page_id === page_id ? { page_id, ended_at: now() } : sweep))

/** The moves into or out of a space that are not at their end. */
export const ongoingMoves = ({ moves }: Tree): TreeMove[] => moves.filter(({ ended_at }) => ended_at === null)

/** The moves into a space with pages that may still be under their former one. */
export const arrivals = ({ space_id, moves }: Tree): TreeMove[] =>
  moves.filter((move) => move.to === space_id && isActive(move))

/** The move by which pages that are under this space may have left it, with the page that is above them. */
export const departures = ({ space_id, moves }: Tree): TreeMove[] =>
  moves.filter((move) => move.from === space_id && isActive(move))

/** Where a page is has to be looked for, from the page up to a root. */
export const isUnsettled = (tree: Tree): boolean => mayHaveOrphans(tree) || tree.moves.some(isActive)

export const withMove = ({ moves }: Tree, move: TreeMove): Tree['moves'] => [
  ...moves.filter(isActive),
  { ...move, ended_at: null },
]

export const withoutMove = ({ moves }: Tree, { id }: TreeMove): Tree['moves'] =>
  moves.map((move) => (move.id === id ? { ...move, ended_at: now() } : move))
