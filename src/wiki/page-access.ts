import type { Actor } from '../platform/identity/actor.ts'
import type { Wanted } from '../platform/resource.ts'
import type { ThingOf } from '../platform/table/entity.ts'
import { permissionIn, requireSpace } from './access.ts'
import { pages, type StoredPage } from './page.ts'
import { spaces, type Permission } from './space.ts'
import { mayHaveOrphans, trees, type Tree } from './tree.ts'

/** A space with what holds its pages together. */
interface Around {
  space: ThingOf<typeof spaces> | undefined
  tree: Tree | undefined
}

/**
 * A page and all above it up to a root, read as they are now; undefined when one of them is gone. A page of which
 * something above is gone has gone with it, though it may still be there to be swept.
 */
export const findWithAncestors = async (id: string): Promise<StoredPage[] | undefined> => {
  const line: StoredPage[] = []
  for (let next: string | null = id; next !== null; next = (line.at(-1) as StoredPage).parent_id) {
    const page: StoredPage | undefined = await pages.find({ id: next })
    if (!page) return undefined
    line.push(page)
  }
  return line
}

/**
 * Whether a page has gone with one above it; reads nothing unless a large tree of pages is just being removed
 * there.
 */
export const isGone = async (tree: Tree | undefined, page_id: string): Promise<boolean> =>
  tree !== undefined && mayHaveOrphans(tree) && !(await findWithAncestors(page_id))

/** Spaces with their trees by the ids of the spaces, in one round trip. */
const findSpaces = async (ids: string[]): Promise<Map<string, Around>> => {
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

/** What is around a page, of what was found; undefined when the page has gone with it. */
const presentAround = async ({ id }: StoredPage, { space, tree }: Around) =>
  space && tree && !(await isGone(tree, id)) ? { space, tree } : undefined

/**
 * The space of a page and its tree, in one round trip unless a large tree of pages is just being removed there;
 * undefined when the page has gone with what is around it.
 */
export const findPageSpace = async (page: StoredPage) =>
  presentAround(page, await findSpaceAndTree(page.space_id))

/**
 * What is around a page; throws the page's own 404 when the caller may not see it, 403 when they may but not
 * do this.
 */
export const requirePage = async (actor: Actor, page: StoredPage, needed: Permission) => {
  const around = await findPageSpace(page)
  if (!around) throw pages.absent()
  requireSpace(actor, around.space, needed, pages.absent)
  return around
}

/**
 * Those of the pages that somebody may read now, in the order of `wanted`; undefined for the others. One round trip
 * where the spaces are known as their containers, else two; more only where a large tree is just being removed.
 */
export const readablePages = async (
  actor: Pick<Actor, 'id' | 'role'>,
  wanted: Wanted[],
): Promise<(StoredPage | undefined)[]> => {
  const [found, known] = await Promise.all([
    pages.findMany(wanted),
    findSpaces(wanted.flatMap(({ container }) => container ?? [])),
  ])
  const others = found.flatMap((page) => (page && !known.has(page.space_id) ? [page.space_id] : []))
  const around = new Map([...known, ...(await findSpaces(others))])
  return Promise.all(
    found.map(async (page) => {
      const present = page && (await presentAround(page, around.get(page.space_id) as Around))
      return present && permissionIn(present.space, actor) ? page : undefined
    }),
  )
}
