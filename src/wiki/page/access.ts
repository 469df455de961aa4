import type { Actor } from '../../platform/identity/actor.ts'
import { requirement, type Decision } from '../../platform/identity/policy.ts'
import type { Wanted } from '../../platform/resource.ts'
import type { ThingOf } from '../../platform/table/entity.ts'
import { spacePolicy, writing } from '../space/access.ts'
import { isDraftOfAnother } from './place.ts'
import { findPageSpace, findSpaces, placePage, type Around, type PlacedPage } from '../space/page-space.ts'
import { pages, pageType, type StoredPage } from './page.ts'
import type { Permission, spaces } from '../space/space.ts'

type Reader = Pick<Actor, 'id' | 'role' | 'groups'>
type Page = Pick<StoredPage, 'id' | 'status' | 'author'>

/** A page is read by all who may read its space; a draft by its author and the admins of the space. */
const askedOf = (page: Page, { id }: Reader) => ({
  about: { type: pageType.type, id: page.id },
  least: isDraftOfAnother(id, page) ? ('admin' as const) : undefined,
})

/** What somebody may do with a page of a space. */
export const decidePage = (page: Page, space: ThingOf<typeof spaces>, actor: Reader) =>
  spacePolicy.decide(space, actor, askedOf(page, actor).least)

/** What somebody who is shown a page of a space may do with it. */
export const authorizePage = (
  page: Page,
  space: ThingOf<typeof spaces>,
  actor: Reader,
): Decision<Permission> | undefined => spacePolicy.authorize(space, actor, askedOf(page, actor))

const requireSpaceOfPage = requirement(spacePolicy, pages.absent)
const requireWriterOfPage = requirement(spacePolicy, pages.absent, writing)

const placedBy =
  (require: typeof requireSpaceOfPage) =>
  async (actor: Actor, page: StoredPage): Promise<PlacedPage> => {
    const placed = await findPageSpace(page)
    if (!placed) throw pages.absent()
    require(actor, placed.space, askedOf(page, actor))
    return placed
  }

/** A page where it is now, with what is around it; throws the page's own 404 when the caller may not see it. */
export const requirePage = placedBy(requireSpaceOfPage)

/** The same for those who may write it; throws 403 for others who may see it. */
export const requireWritablePage = placedBy(requireWriterOfPage)

/**
 * Pages in their places by now, in the order of `wanted`; undefined for those that are gone. One round trip where the
 * spaces are known as their containers, else two; more only where a large tree is just being removed or moved.
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

/** Those of the pages that somebody may read now, in the order of `wanted`; undefined for the others. */
export const readablePages = async (actor: Reader, wanted: Wanted[]): Promise<(StoredPage | undefined)[]> =>
  (await findPlaced(wanted)).map((placed) =>
    placed && authorizePage(placed.page, placed.space, actor) ? placed.page : undefined,
  )
