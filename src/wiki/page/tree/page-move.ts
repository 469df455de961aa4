import type { Actor } from '../../../platform/identity/actor.ts'
import { newId } from '../../../platform/runtime/id.ts'
import { ConflictError } from '../../../platform/table/conflict.ts'
import type { Operation } from '../../../platform/table/operation.ts'
import { maxWritesTogether } from '../../../platform/table/table.ts'
import { invalidSpace, requireDestination } from '../../space/access.ts'
import { children } from './child.ts'
import { planTreeRemoval, type TreeRemoval } from './detached-drafts.ts'
import { findSpaceAndTree } from '../page-space.ts'
import { invalidParentPage, toCountChild, toCountPages } from './parent.ts'
import { findDescendants } from './page-tree.ts'
import { pages, parentPartition, type StoredPage } from '../page.ts'
import { trees, withMove, type Tree } from '../../space/tree.ts'

/**
 * Target tree of a move; `removal` has the pages that move and the drafts that stay, undefined if they are too many
 * for one transaction.
 */
export interface Destination {
  space_id: string
  tree: Tree
  removal: TreeRemoval | undefined
}

/**
 * Loads the target of a move to another space, in two round trips and one for each level below the page. Throws 422 for
 * a space that the caller cannot see, 403 for one that the caller may not write.
 */
export const findDestination = async (
  actor: Actor,
  page: StoredPage,
  space_id: string,
): Promise<Destination> => {
  const [{ space, tree }, below] = await Promise.all([findSpaceAndTree(space_id), findDescendants(page)])
  requireDestination(actor, space)
  if (!tree) throw invalidSpace()
  return { space_id, tree, removal: below && planTreeRemoval(actor.id, page, below) }
}

/** Throws {@link ConflictError} if a page appears twice because another move happened while the pages were read. */
const requireTree = (before: StoredPage, after: StoredPage, below: StoredPage[]): void => {
  const ids = [before.id, before.parent_id, after.parent_id, ...below.map(({ id }) => id)]
  const given = ids.filter((id) => id !== null)
  if (new Set(given).size < given.length) throw new ConflictError()
}

/** Returns the write that moves one page without its detached drafts, and fails if a child is added meanwhile. */
const toPlace = (
  page: StoredPage,
  { countChangeBelow }: TreeRemoval,
  update: ReturnType<typeof pages.toUpdate>,
): Operation =>
  pages.toIncrement(page, { add: countChangeBelow(page), unchanged: ['children_count'] }, update)

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

/** Returns the writes that put a page into its new place and count it there, with `counted` descendants. */
const toRelocate = ({ before, update, destination: { space_id } }: MovingPage, counted: StoredPage[]) => {
  const after = update.thing
  return [
    children.toRemove({ parent: parentPartition(before), id: before.id }),
    children.toCreate({ parent: parentPartition(after), id: after.id }),
    ...toCountChild(before, -1),
    ...toCountChild(after, 1).map((operation) => ({ ...operation, otherwise: invalidParentPage() })),
    toCountPages(before.space_id, [before, ...counted], -1),
    { ...toCountPages(space_id, [after, ...counted], 1), otherwise: invalidSpace() },
  ]
}

/** Returns the writes that move a page with all its descendants in one transaction. */
const toMoveTogether = (moving: MovingPage, removal: TreeRemoval): Operation[] => {
  const { before, update, tree, destination, others } = moving
  const { removed, detachments } = removal
  const { space_id } = destination
  requireTree(before, update.thing, removed)
  return [
    toPlace(before, removal, update),
    ...others,
    ...removed.map((page) => toPlace(page, removal, pages.toUpdate(page, { space_id }))),
    ...detachments,
    trees.toUpdate(tree, {}),
    trees.toUpdate(destination.tree, {}),
    ...toRelocate(moving, removed),
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
    ...toRelocate(moving, []),
  ]
}

/**
 * Returns the writes that move a page and all its descendants to another space in one transaction: a reader finds each
 * of them either in the old or in the new space, under the permissions of that space. Other people's drafts stay as
 * roots. The versions of both trees exclude concurrent moves.
 *
 * Guarantee: once the move is answered, the whole tree is in the new space for readers, permissions and new pages,
 * regardless of its size. For a tree too large for one transaction, these follow within seconds: versions of the
 * descendants, counts of both spaces, search and recent pages. Until then (`requireArrived`), moving or deleting a page
 * of the tree or an ancestor of it, including a move back, returns 409 `wiki.tree_moving`, and the client has to retry.
 */
export const toMoveBetween = (moving: MovingPage): Operation[] => {
  const { removal } = moving.destination
  const together = removal && toMoveTogether(moving, removal)
  return together && together.length <= maxWritesTogether ? together : toMoveAhead(moving)
}
