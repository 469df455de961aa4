import type { Actor } from '../platform/identity/actor.ts'
import { requireSpace } from './access.ts'
import { pages, type StoredPage } from './page.ts'
import { spaces, type Permission } from './space.ts'
import { isSwept, trees } from './tree.ts'

/**
 * A page and all above it up to a root, read as they are now; undefined when one of them is gone. A page of which
 * something above is gone has gone with it, though it may still be there to be swept.
 */
export const lineOf = async (id: string): Promise<StoredPage[] | undefined> => {
  const line: StoredPage[] = []
  for (let next: string | null = id; next !== null; next = (line.at(-1) as StoredPage).parent_id) {
    const page: StoredPage | undefined = await pages.find({ id: next })
    if (!page) return undefined
    line.push(page)
  }
  return line
}

/** The space with what holds its pages together, in one round trip. */
export const findSpace = async (id: string) => {
  const [space, tree] = await Promise.all([spaces.find({ id }), trees.find({ space_id: id })])
  return { space, tree }
}

/**
 * The space of a page and its tree, in one round trip unless a large tree of pages is just being removed there;
 * undefined when the page has gone with what is around it.
 */
export const aroundPage = async (page: StoredPage) => {
  const { space, tree } = await findSpace(page.space_id)
  if (!space || !tree || (isSwept(tree) && !(await lineOf(page.id)))) return undefined
  return { space, tree }
}

/**
 * What is around a page; throws the page's own 404 when the caller may not see it, 403 when they may but not
 * do this.
 */
export const requirePage = async (actor: Actor, page: StoredPage, needed: Permission) => {
  const around = await aroundPage(page)
  if (!around) throw pages.absent()
  requireSpace(actor, around.space, needed, pages.absent)
  return around
}
