import * as z from '../../platform/schema/schema.ts'
import { entity, keyWithin, type ThingOf } from '../../platform/table/entity.ts'
import { problem } from '../../platform/runtime/problem.ts'
import { now } from '../../platform/runtime/time.ts'
import { spaces } from './space.ts'

/** A move of a page to another space ahead of its descendants, which do not fit into one transaction. */
export const TreeMove = z.object({
  id: z.string(),
  page_id: z.string(),
  from: z.string(),
  to: z.string(),
  /** ID of the person moving the page. */
  by: z.string(),
})
export type TreeMove = z.output<typeof TreeMove>

/**
 * The page tree of a space. Every move increments its version, so that the second of two moves that would form a cycle
 * sees the first. `sweeps` are deleted pages with hidden descendants, too many to be moved to the trash with them.
 * `moves` are moves between spaces whose descendants may still be under way, each recorded in the trees of both spaces.
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

/** 409: the operation has to wait until a large tree has arrived. */
export const treeMoving = problem(
  'wiki.tree_moving',
  409,
  'Pages are still being moved to another space; try again when the move is complete.',
)

/** Time after which every request that read a page before its sweep has been answered. */
const staleReadMilliseconds = 60_000

const isActiveSweep = ({ ended_at }: Pick<Tree['sweeps'][number], 'ended_at'>) =>
  ended_at === null || Date.parse(ended_at) + staleReadMilliseconds > Date.now()

/** Returns true if the descendants of a deleted page are still in place, hidden. */
export const hasHiddenDescendants = ({ sweeps }: Tree, page_id: string): boolean =>
  sweeps.some((sweep) => sweep.page_id === page_id && sweep.ended_at === null)

/** Returns true if pages of the space may have an ancestor that is already deleted. */
export const mayHaveOrphans = ({ sweeps }: Tree): boolean => sweeps.some(isActiveSweep)

export const withSweep = ({ sweeps }: Tree, page_id: string): Tree['sweeps'] => [
  ...sweeps.filter(isActiveSweep),
  { page_id, ended_at: null },
]

export const withoutSweep = ({ sweeps }: Tree, page_id: string): Tree['sweeps'] =>
  sweeps.map((sweep) => (sweep.page_id === page_id ? { page_id, ended_at: now() } : sweep))

/** Returns the moves into or out of a space that have not ended. */
export const ongoingMoves = ({ moves }: Tree): TreeMove[] => moves.filter(({ ended_at }) => ended_at === null)

/** Returns the moves into a space whose pages may still be stored under their former space. */
export const incomingMoves = ({ space_id, moves }: Tree): TreeMove[] =>
  moves.filter((move) => move.to === space_id && isActiveSweep(move))

/** Returns the moves through which pages stored under this space may have left it with an ancestor. */
export const outgoingMoves = ({ space_id, moves }: Tree): TreeMove[] =>
  moves.filter((move) => move.from === space_id && isActiveSweep(move))

/** Returns true if the place of a page must be determined from its ancestors. */
export const isUnsettled = (tree: Tree): boolean => mayHaveOrphans(tree) || tree.moves.some(isActiveSweep)

export const withMove = ({ moves }: Tree, move: TreeMove): Tree['moves'] => [
  ...moves.filter(isActiveSweep),
  { ...move, ended_at: null },
]

export const withoutMove = ({ moves }: Tree, { id }: TreeMove): Tree['moves'] =>
  moves.map((move) => (move.id === id ? { ...move, ended_at: now() } : move))
