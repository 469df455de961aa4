import type { Actor } from '../../platform/identity/actor.ts'
import type { Decision } from '../../platform/identity/policy.ts'
import type { Wanted } from '../../platform/resource.ts'
import type { ThingOf } from '../../platform/table/entity.ts'
import { requireSpace, spacePolicy } from '../space/access.ts'
import { isDraftOfAnother } from './place.ts'
import { findPageSpace, findSpaces, placePage, type Around, type PlacedPage } from '../space/page-space.ts'
import { pages, pageType, type StoredPage } from './page.ts'
import type { Permission, spaces } from '../space/space.ts'

type Reader = Pick<Actor, 'id' | 'role'>
type Page = Pick<StoredPage, 'id' | 'status' | 'author'>

/** A page is read by all who may read its space; a draft by its author and the admins of the space. */
const askedOf = (page: Page, { id }: Reader) => ({
  about: { type: pageType.type, id: page.id },
  least: isDraftOfAnother(id, page) ? ('admin' as const) : undefined,
})

/** What somebody who is shown a page of a space may do with it. */
export const authorizePage = (
  page: Page,
  space: ThingOf<typeof spaces>,
  actor: Reader,
): Decision<Permission> | undefined => spacePolicy.authorize(space, actor, askedOf(page, actor))

/**
 * A page as it lies by now, with what is around it; throws the page's own 404 when the caller may not see it, 403 when
 * they may but not do this.
 */
export const requirePage = async (
  actor: Actor,
  page: StoredPage,
  needed: Permission,
): Promise<PlacedPage> => {
  const placed = await findPageSpace(page)
  if (!placed) throw pages.absent()
  requireSpace(actor, placed.space, needed, { ...askedOf(page, actor), otherwise: pages.absent })
  return placed
}

/**
 * Those of the pages that somebody may read now, in the order of `wanted`; undefined for the others. One round trip
 * where the spaces are known as their containers, else two; more only where a large tree is just being removed or
 * moved.
 */
export const readablePages = async (actor: Reader, wanted: Wanted[]): Promise<(StoredPage | undefined)[]> => {
  const [found, known] = await Promise.all([
    pages.findMany(wanted),
    findSpaces(wanted.flatMap(({ container }) => container ?? [])),
  ])
  const others = found.flatMap((page) => (page && !known.has(page.space_id) ? [page.space_id] : []))
  const around = new Map([...known, ...(await findSpaces(others))])
  return Promise.all(
    found.map(async (page) => {
      const placed = page && (await placePage(page, around.get(page.space_id) as Around))
      return placed && authorizePage(page, placed.space, actor) ? placed.page : undefined
    }),
  )
}
