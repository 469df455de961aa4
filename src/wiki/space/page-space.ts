import type { ThingOf } from '../../platform/table/entity.ts'
import { problem } from '../../platform/runtime/problem.ts'
import { isDraftOfAnother } from '../page/place.ts'
import { pages, type StoredPage } from '../page/page.ts'
import { spaces } from './space.ts'
import { departures, isUnsettled, mayHaveOrphans, ongoingMoves, trees, type Tree } from '../tree/tree.ts'

/** A space with what holds its pages together. */
export interface Around {
  space: ThingOf<typeof spaces> | undefined
  tree: Tree | undefined
}

/** A page where it is now, with what is around it. */
export interface PlacedPage {
  page: StoredPage
  space: ThingOf<typeof spaces>
  tree: Tree
}

/**
 * A page and all above it up to a root, read as they are now; undefined when one of them is gone. A page goes
 * with what is above it, though it may still be there to be swept. In one round trip where the page
 * is `found` already and knows what is above it, else in two; after a move, until the pages know of it, one more for
 * each level.
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
    // what comes twice was moved while it was read, and is read again
    ahead.delete(next)
    line.push(page)
    ;({ parent_id: next, ancestors } = page)
  }
  return line
}

/** The space of pages that are below one another: that of the outermost, as large trees move by it. */
export const spaceOfLine = (line: StoredPage[] | undefined): string | undefined => line?.at(-1)?.space_id

/**
 * Whether a page that was found in the space of a tree is there; reads nothing unless a large tree of pages is just
 * being removed there, or moved there or away.
 */
export const isPresent = async (tree: Tree | undefined, page_id: string): Promise<boolean> =>
  tree === undefined || !isUnsettled(tree) || spaceOfLine(await findWithAncestors(page_id)) === tree.space_id

/** Whether a page that is under the space may be in another one, or be gone. */
const mayHaveLeft = (tree: Tree) => mayHaveOrphans(tree) || departures(tree).length > 0

/** Spaces with their trees by the ids of the spaces, in one round trip. */
export const findSpaces = async (ids: string[]): Promise<Map<string, Around>> => {
  const distinct = [...new Set(ids)]
  const [found, held] = await Promise.all([
    spaces.findMany(distinct.map((id) => ({ id }))),
    trees.findMany(distinct.map((space_id) => ({ space_id }))),
  ])
  return new Map(distinct.map((id, index) => [id, { space: found[index], tree: held[index] }]))
}

/** The space with what holds its pages together, in one round trip. */
export const findSpaceAndTree = async (id: string): Promise<Around> =>
  (await findSpaces([id])).get(id) ?? { space: undefined, tree: undefined }

/**
 * A page where it is now, of what was found around it; undefined when it has gone with that. With a large tree that
 * has moved to another space a page is there before it says so itself, unless it is a draft that stays as a root
 * (decision 0026).
 */
export const placePage = async (
  page: StoredPage,
  { space, tree }: Around,
): Promise<PlacedPage | undefined> => {
  if (!tree) return undefined
  const here = space && { page, space, tree }
  if (!mayHaveLeft(tree)) return here
  const line = await findWithAncestors(page.id, page)
  if (!line) return undefined
  const space_id = spaceOfLine(line) ?? page.space_id
  if (space_id === page.space_id) return here
  const move = departures(tree).find(({ page_id }) => line.some(({ id }) => id === page_id))
  if (move && isDraftOfAnother(move.by, page)) return here && { ...here, page: { ...page, parent_id: null } }
  const there = await findSpaceAndTree(space_id)
  return there.space && there.tree && { page: { ...page, space_id }, space: there.space, tree: there.tree }
}

/**
 * A page where it is now, with its space and the tree of that, in one round trip unless a large tree of pages is just
 * being removed or moved there; undefined when the page has gone with what is around it.
 */
export const findPageSpace = async (page: StoredPage): Promise<PlacedPage | undefined> =>
  placePage(page, await findSpaceAndTree(page.space_id))

/** 409: what is asked for has to wait until a large tree is where it is going. */
export const treeMoving = problem(
  'wiki.tree_moving',
  409,
  'Pages are still moving to another space; try again when all have arrived.',
)

/** Throws 409 while a page belongs to a large tree that is moving to another space, or has one below it. */
export const requireArrived = async (tree: Tree, { id }: Pick<StoredPage, 'id'>): Promise<void> => {
  const moved = ongoingMoves(tree).map(({ page_id }) => page_id)
  if (moved.length === 0) return
  const [line, ...others] = await Promise.all([id, ...moved].map((one) => findWithAncestors(one)))
  const isAmong = line?.some((page) => moved.includes(page.id))
  if (isAmong || others.some((above) => above?.some((page) => page.id === id))) throw treeMoving()
}
