import type { Actor } from '../../platform/identity/actor.ts'
import { requirement, type Decision } from '../../platform/identity/policy.ts'
import type { Wanted } from '../../platform/resource.ts'
import type { ThingOf } from '../../platform/table/entity.ts'
import { spacePolicy, writing } from '../space/access.ts'
import { findPageSpace, findSpaces, placePage, type Around, type PlacedPage } from './page-space.ts'
import { isDraftOfAnother, pages, pageType, type StoredPage } from './page.ts'
import type { Permission, spaces } from '../space/space.ts'

type Reader = Pick<Actor, 'id' | 'role' | 'groups'>
type Page = Pick<StoredPage, 'id' | 'status' | 'author'>

/** Returns the permission that reading a page requires: any for a page, `admin` for another person's draft. */
const requiredAccess = (page: Page, { id }: Reader) => ({
  about: { type: pageType.type, id: page.id },
  least: isDraftOfAnother(id, page) ? ('admin' as const) : undefined,
})

/** Returns the permission of a person on a page of `space`, without recording the access. */
export const decidePage = (page: Page, space: ThingOf<typeof spaces>, actor: Reader) =>
  spacePolicy.decide(space, actor, requiredAccess(page, actor).least)

/** Returns the permission of a person on a page of `space` that is about to be shown to them. */
export const authorizePage = (
  page: Page,
  space: ThingOf<typeof spaces>,
  actor: Reader,
): Decision<Permission> | undefined => spacePolicy.authorize(space, actor, requiredAccess(page, actor))

const requireSpaceOfPage = requirement(spacePolicy, pages.absent)
const requireWriterOfPage = requirement(spacePolicy, pages.absent, writing)

const placedPageLoader =
  (require: typeof requireSpaceOfPage) =>
  async (actor: Actor, page: StoredPage): Promise<PlacedPage> => {
    const placed = await findPageSpace(page)
    if (!placed) throw pages.absent()
    require(actor, placed.space, requiredAccess(page, actor))
    return placed
  }

/** Returns a page in its current place with its space and tree; throws the page's 404 if the caller may not see it. */
export const requirePage = placedPageLoader(requireSpaceOfPage)

/** Like {@link requirePage}, but also throws 403 if the caller can see the page and may not write it. */
export const requireWritablePage = placedPageLoader(requireWriterOfPage)

/**
 * Loads pages in their current places, in the order of `wanted`; undefined for pages that no longer exist. Takes one
 * round trip if the spaces are known as containers, two otherwise, and more only while a large tree is being removed or
 * moved.
 */
export const findPlaced = async (wanted: Wanted[]): Promise<(PlacedPage | undefined)[]> => {
  const [found, known] = await Promise.all([
    pages.findMany(wanted),
    findSpaces(wanted.flatMap(({ container }) => container ?? [])),
  ])
  const others = found.flatMap((page) => (page && !known.has(page.space_id) ? [page.space_id] : []))
  const around = new Map([...known, ...(await findSpaces(others))])
  return Promise.all(found.map(async (page) => page && placePage(page, around.get(page.space_id) as Around)))
}

/** Loads pages in the order of `wanted`; undefined for pages that the person may not read. */
export const readablePages = async (actor: Reader, wanted: Wanted[]): Promise<(StoredPage | undefined)[]> =>
  (await findPlaced(wanted)).map((placed) =>
    placed && authorizePage(placed.page, placed.space, actor) ? placed.page : undefined,
  )
