import type { Actor } from '../../platform/identity/actor.ts'
import { newId } from '../../platform/runtime/id.ts'
import { ConflictError } from '../../platform/table/conflict.ts'
import type { Operation } from '../../platform/table/operation.ts'
import { maxWritesTogether } from '../../platform/table/table.ts'
import { invalidSpace, requireDestination } from '../space/access.ts'
import { children } from './child.ts'
import { partDrafts, type Departure } from './left-drafts.ts'
import { findSpaceAndTree } from '../space/page-space.ts'
import { invalidParent, toCountChild, toCountPages } from './parent.ts'
import { findDescendants } from './page-tree.ts'
import { pages, parentPartition, type StoredPage } from '../page/page.ts'
import { trees, withMove, type Tree } from './tree.ts'

/** The tree that a page is to move into, and, unless that is too much at once, what moves along and what stays. */
export interface Destination {
  space_id: string
  tree: Tree
  departure: Departure | undefined
}

/**
 * Where a page goes that is to be in another space, in two round trips and one for each level below it. Throws 422
 * for a space that the caller does not see, 403 for one in which they may not write.
 */
export const findDestination = async (
  actor: Actor,
  page: StoredPage,
  space_id: string,
): Promise<Destination> => {
  const [{ space, tree }, below] = await Promise.all([findSpaceAndTree(space_id), findDescendants(page)])
  requireDestination(actor, space)
  if (!tree) throw invalidSpace()
  return { space_id, tree, departure: below && partDrafts(actor.id, page, below) }
}

/** Throws {@link ConflictError} when another move came while the pages around were read, so that one is there twice. */
const requireTree = (before: StoredPage, after: StoredPage, below: StoredPage[]): void => {
  const ids = [before.id, before.parent_id, after.parent_id, ...below.map(({ id }) => id)]
  const given = ids.filter((id) => id !== null)
  if (new Set(given).size < given.length) throw new ConflictError()
}

/** The move of one page, together with which none may come below it, without the drafts that it leaves behind. */
const toPlace = (
  page: StoredPage,
  { leftBelow }: Departure,
  update: ReturnType<typeof pages.toUpdate>,
): Operation => pages.toIncrement(page, { add: leftBelow(page), unchanged: ['children_count'] }, update)

/** A page that moves to another space, and how it does. */
interface Leaving {
  actor: Actor
  before: StoredPage
  update: ReturnType<typeof pages.toUpdate>
  tree: Tree
  destination: Destination
  /** The writes by which it changes otherwise. */
  others: Operation[]
}

/** The writes that put a page into its new place and count it there, with `counted` below it. */
const toRelocate = ({ before, update, destination: { space_id } }: Leaving, counted: StoredPage[]) => {
  const after = update.thing
  return [
    children.toRemove({ parent: parentPartition(before), id: before.id }),
    children.toCreate({ parent: parentPartition(after), id: after.id }),
    ...toCountChild(before, -1),
    ...toCountChild(after, 1).map((operation) => ({ ...operation, otherwise: invalidParent() })),
    toCountPages(before.space_id, [before, ...counted], -1),
    { ...toCountPages(space_id, [after, ...counted], 1), otherwise: invalidSpace() },
  ]
}

/** The writes of a move that takes all below the page along at once. */
const toMoveTogether = (leaving: Leaving, departure: Departure): Operation[] => {
  const { before, update, tree, destination, others } = leaving
  const { taken, toLeave } = departure
  const { space_id } = destination
  requireTree(before, update.thing, taken)
  return [
    toPlace(before, departure, update),
    ...others,
    ...taken.map((page) => toPlace(page, departure, pages.toUpdate(page, { space_id }))),
    ...toLeave,
    trees.toUpdate(tree, {}),
    trees.toUpdate(destination.tree, {}),
    ...toRelocate(leaving, taken),
  ]
}

/**
 * The writes of a move of any size: that of the page, which all below it is read with from then on (`placePage`), while
 * a worker lets the others follow (tree-move.ts).
 */
const toMoveAhead = (leaving: Leaving): Operation[] => {
  const { actor, before, update, tree, destination, others } = leaving
  const { space_id: to } = destination
  requireTree(before, update.thing, [])
  const move = { id: newId(), page_id: before.id, from: before.space_id, to, by: actor.id }
  return [
    update,
    ...others,
    trees.toUpdate(tree, { moves: withMove(tree, move) }),
    trees.toUpdate(destination.tree, { moves: withMove(destination.tree, move) }),
    ...toRelocate(leaving, []),
  ]
}

/**
 * The writes that take a page and all below it from one space to another, together: who reads one of them finds it
 * here or there, under the rights of that space. Drafts of others stay as roots. With the versions of both trees no
 * other move comes in between.
 *
 * What others may rely on: the answer to the move means that all of it is in the new space, for readers, rights and
 * new pages, however large it is. Of a tree too large for one transaction some things follow within seconds: versions
 * of the pages below, counts of both spaces, search and recent pages. Until then (`requireArrived`) moving or deleting
 * a page of the tree, or one above it, is a 409 `wiki.tree_moving`, moving it back among that: it is to be tried again.
 */
export const toMoveBetween = (leaving: Leaving): Operation[] => {
  const { departure } = leaving.destination
  const together = departure && toMoveTogether(leaving, departure)
  return together && together.length <= maxWritesTogether ? together : toMoveAhead(leaving)
}
