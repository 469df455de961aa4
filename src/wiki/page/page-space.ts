import type { ThingOf } from '../../platform/table/entity.ts'
import { pages, type StoredPage } from './page.ts'
import { spaces } from '../space/space.ts'
import {
  outgoingMoves,
  isUnsettled,
  mayHaveOrphans,
  ongoingMoves,
  treeMoving,
  trees,
  type Tree,
} from '../space/tree.ts'

/** A space with its page tree. */
export interface Around {
  space: ThingOf<typeof spaces> | undefined
  tree: Tree | undefined
}

/** A page in its current place, with its space and tree. */
export interface PlacedPage {
  page: StoredPage
  space: ThingOf<typeof spaces>
  tree: Tree
}

/**
 * Loads the current versions of a page and its ancestors up to a root; undefined if one of them no longer exists: a
 * page is deleted with its ancestors, even before a sweep removes it. Takes one round trip if `found` is given and
 * stores its ancestors, two otherwise; after a move, until the stored ancestors are renewed, one more for each level.
 */
export const findWithAncestors = async (
  id: string,
  found?: StoredPage,
): Promise<StoredPage[] | undefined> => {
  const line: StoredPage[] = []
  const ahead = new Map<string, StoredPage | undefined>()
  let ancestors = found?.ancestors ?? []
  for (let next: string | null = id; next !== null;) {
    if (!ahead.has(next)) {
      const ids = [...new Set([next, ...ancestors])]
      const read = await pages.findMany(ids.map((one) => ({ id: one })))
      for (const [index, one] of ids.entries()) ahead.set(one, read[index])
    }
    const page = ahead.get(next)
    if (!page) return undefined
    // a page that appears twice was moved meanwhile, and is read again
    ahead.delete(next)
    line.push(page)
    ;({ parent_id: next, ancestors } = page)
  }
  return line
}

/**
 * Returns the space of a page with its ancestors: the space of the outermost page, because large trees move by their
 * root.
 */
export const outermostSpaceId = (line: StoredPage[] | undefined): string | undefined => line?.at(-1)?.space_id

/**
 * Returns true if a page stored under the space of a tree is present there. Reads nothing unless a large tree is being
 * removed, or moved into or out of the space.
 */
export const isPresent = async (tree: Tree | undefined, page_id: string): Promise<boolean> =>
  tree === undefined ||
  !isUnsettled(tree) ||
  outermostSpaceId(await findWithAncestors(page_id)) === tree.space_id

/** Returns true if a page stored under the space may have been deleted or may be in another space. */
const mayHaveMovedAway = (tree: Tree) => mayHaveOrphans(tree) || outgoingMoves(tree).length > 0

/** Loads spaces and their trees by space ID in one round trip. */
export const findSpaces = async (ids: string[]): Promise<Map<string, Around>> => {
  const distinct = [...new Set(ids)]
  const [found, held] = await Promise.all([
    spaces.findMany(distinct.map((id) => ({ id }))),
    trees.findMany(distinct.map((space_id) => ({ space_id }))),
  ])
  return new Map(distinct.map((id, index) => [id, { space: found[index], tree: held[index] }]))
}

/** Loads a space and its tree in one round trip. */
export const findSpaceAndTree = async (id: string): Promise<Around> =>
  (await findSpaces([id])).get(id) ?? { space: undefined, tree: undefined }

/**
 * Returns a page in its current place, from its loaded space and tree; undefined if it was deleted with an ancestor or
 * its space. A page below a moved root is in the new space before its own item says so (decision 0026). A draft is only
 * in its space, wherever its author wants to publish it (decision 0025).
 */
export const placePage = async (
  page: StoredPage,
  { space, tree }: Around,
): Promise<PlacedPage | undefined> => {
  if (!tree) return undefined
  const here = space && { page, space, tree }
  if (page.status === 'draft' || !mayHaveMovedAway(tree)) return here
  const line = await findWithAncestors(page.id, page)
  if (!line) return undefined
  const space_id = outermostSpaceId(line) ?? page.space_id
  if (space_id === page.space_id) return here
  const there = await findSpaceAndTree(space_id)
  return there.space && there.tree && { page: { ...page, space_id }, space: there.space, tree: there.tree }
}

/**
 * Returns a page in its current place with its space and tree; undefined if it was deleted with an ancestor or its
 * space. Takes one round trip unless a large tree is being removed or moved there.
 */
export const findPageSpace = async (page: StoredPage): Promise<PlacedPage | undefined> =>
  placePage(page, await findSpaceAndTree(page.space_id))

/** Throws 409 while a page belongs to a large tree that is moving to another space, or is an ancestor of one. */
export const requireArrived = async (tree: Tree, { id, status }: StoredPage): Promise<void> => {
  const moved = ongoingMoves(tree).map(({ page_id }) => page_id)
  if (moved.length === 0 || status === 'draft') return
  const [line, ...others] = await Promise.all([id, ...moved].map((one) => findWithAncestors(one)))
  const isAmong = line?.some((page) => moved.includes(page.id))
  if (isAmong || others.some((above) => above?.some((page) => page.id === id))) throw treeMoving()
}
