import type { Actor } from '../../../platform/identity/actor.ts'
import { newId } from '../../../platform/runtime/id.ts'
import { ConflictError } from '../../../platform/table/conflict.ts'
import type { Operation } from '../../../platform/table/operation.ts'
import { maxWritesTogether } from '../../../platform/table/table.ts'
import { invalidSpace, requireDestination } from '../../space/access.ts'
import { findSpaceAndTree } from '../page-space.ts'
import { toChangeParent, toCountPages } from './parent.ts'
import { findDescendants } from './page-tree.ts'
import { pages, type StoredPage } from '../page.ts'
import { trees, withMove, type Tree } from '../../space/tree.ts'

/** Target tree of a move; `below` has the descendants that move, undefined if they exceed one transaction. */
export interface Destination {
  space_id: string
  tree: Tree
  below: StoredPage[] | undefined
}

/** Loads the tree of a space; throws 422 if the caller cannot see the space, 403 if the caller may not write it. */
export const findDestinationTree = async (actor: Actor, space_id: string): Promise<Tree> => {
  const { space, tree } = await findSpaceAndTree(space_id)
  requireDestination(actor, space)
  if (!tree) throw invalidSpace()
  return tree
}

/**
 * Loads the target of a move to another space, in two round trips and one for each level below the page. Throws like
 * `findDestinationTree`.
 */
export const findDestination = async (
  actor: Actor,
  page: StoredPage,
  space_id: string,
): Promise<Destination> => {
  const [tree, below] = await Promise.all([findDestinationTree(actor, space_id), findDescendants(page)])
  return { space_id, tree, below }
}

/** Throws {@link ConflictError} if a page appears twice because another move happened while the pages were read. */
const requireTree = (before: StoredPage, after: StoredPage, below: StoredPage[]): void => {
  const ids = [before.id, before.parent_id, after.parent_id, ...below.map(({ id }) => id)]
  const given = ids.filter((id) => id !== null)
  if (new Set(given).size < given.length) throw new ConflictError()
}

/** Returns the write that moves one page, and fails if a child is added meanwhile. */
const toMoveOne = (page: StoredPage, update: ReturnType<typeof pages.toUpdate>): Operation =>
  pages.toIncrement(page, { add: {}, unchanged: ['children_count'] }, update)

/** A page that moves to another space, with the inputs of its move. */
interface MovingPage {
  actor: Actor
  before: StoredPage
  update: ReturnType<typeof pages.toUpdate>
  tree: Tree
  destination: Destination
  /** Writes of the other changes of the page. */
  others: Operation[]
}

/** Returns the writes that put a page into its new place and count `amount` pages there. */
const toRelocate = ({ before, update, destination: { space_id } }: MovingPage, amount: number) => [
  ...toChangeParent(before, update.thing),
  toCountPages(before.space_id, -amount),
  { ...toCountPages(space_id, amount), otherwise: invalidSpace() },
]

/** Returns the writes that move a page with all its descendants in one transaction. */
const toMoveTogether = (moving: MovingPage, below: StoredPage[]): Operation[] => {
  const { before, update, tree, destination, others } = moving
  const { space_id } = destination
  requireTree(before, update.thing, below)
  return [
    toMoveOne(before, update),
    ...others,
    ...below.map((page) => toMoveOne(page, pages.toUpdate(page, { space_id }))),
    trees.toUpdate(tree, {}),
    trees.toUpdate(destination.tree, {}),
    ...toRelocate(moving, 1 + below.length),
  ]
}

/**
 * Returns the writes that move a tree of any size: only the root moves, readers find its descendants through it
 * (`placePage`), and a worker moves the descendants afterwards (tree-move.ts).
 */
const toMoveAhead = (moving: MovingPage): Operation[] => {
  const { actor, before, update, tree, destination, others } = moving
  const { space_id: to } = destination
  requireTree(before, update.thing, [])
  const move = { id: newId(), page_id: before.id, from: before.space_id, to, by: actor.id }
  return [
    update,
    ...others,
    trees.toUpdate(tree, { moves: withMove(tree, move) }),
    trees.toUpdate(destination.tree, { moves: withMove(destination.tree, move) }),
    ...toRelocate(moving, 1),
  ]
}

/**
 * Returns the writes that move a page and all its descendants to another space in one transaction: a reader finds each
 * of them either in the old or in the new space, under the permissions of that space. The versions of both trees
 * exclude concurrent moves.
 *
 * Guarantee: once the move is answered, the whole tree is in the new space for readers, permissions and new pages,
 * regardless of its size. For a tree too large for one transaction, these follow within seconds: versions of the
 * descendants, counts of both spaces, search and recent pages. Until then (`requireArrived`), moving or deleting a page
 * of the tree or an ancestor of it, including a move back, returns 409 `wiki.tree_moving`, and the client has to retry.
 */
export const toMoveBetween = (moving: MovingPage): Operation[] => {
  const { below } = moving.destination
  const together = below && toMoveTogether(moving, below)
  return together && together.length <= maxWritesTogether ? together : toMoveAhead(moving)
}
