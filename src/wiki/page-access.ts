import type { Actor } from '../platform/identity/actor.ts'
import { noteReading } from '../platform/identity/reading.ts'
import type { Wanted } from '../platform/resource.ts'
import type { ThingOf } from '../platform/table/entity.ts'
import { ownPermissionIn, permissionIn, requireSpace } from './access.ts'
import { isDraftOfAnother } from './page-place.ts'
import { findPageSpace, findSpaces, placePage, type Around, type PlacedPage } from './page-space.ts'
import { pages, pageType, type StoredPage } from './page.ts'
import type { Permission, spaces } from './space.ts'

const refOf = ({ id }: Pick<StoredPage, 'id'>) => ({ type: pageType.type, id })

/** What somebody may do with a page of a space: nothing with a draft of others, except as an admin of the space. */
export const permissionOn = (
  page: Pick<StoredPage, 'id' | 'status' | 'author'>,
  space: ThingOf<typeof spaces>,
  actor: Pick<Actor, 'id' | 'role'>,
): Permission | undefined => {
  const thing = refOf(page)
  const permission = permissionIn(space, actor, thing)
  if (actor.role === 'admin' && isDraftOfAnother(actor.id, page) && ownPermissionIn(space, actor) !== 'admin')
    noteReading(actor, thing)
  const isSeen = !isDraftOfAnother(actor.id, page) || permission === 'admin'
  return isSeen ? permission : undefined
}

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
  if (!placed || !permissionOn(page, placed.space, actor)) throw pages.absent()
  requireSpace(actor, placed.space, needed, pages.absent, refOf(page))
  return placed
}

/**
 * Those of the pages that somebody may read now, in the order of `wanted`; undefined for the others. One round trip
 * where the spaces are known as their containers, else two; more only where a large tree is just being removed or
 * moved.
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
      const placed = page && (await placePage(page, around.get(page.space_id) as Around))
      return placed && permissionOn(page, placed.space, actor) ? placed.page : undefined
    }),
  )
}
