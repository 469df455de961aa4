import type { Actor } from '../../../platform/identity/actor.ts'
import { countRows } from '../../../platform/table/list/counted-rows.ts'
import { readList, type PageRequest } from '../../../platform/table/list/list.ts'
import { pages, type StoredPage } from '../page.ts'
import type { Permission } from '../../space/space.ts'
import type { TreeMove } from '../../space/tree.ts'

type Place = Pick<StoredPage, 'space_id' | 'parent_id'>

const ownDraftsKey = (place: Place, id: string) => ({ ...place, status: 'draft', author: { id } }) as const

/** Returns the ranges of children that have moved with their parent but are still stored under their former space. */
const movedChildSources = (actor_id: string, { parent_id }: Place, moves: TreeMove[]) =>
  parent_id === null
    ? []
    : moves.flatMap(({ from: space_id, by }) => [
        ...pages.in('children', { space_id, parent_id }),
        ...(by === actor_id ? pages.in('ownDrafts', ownDraftsKey({ space_id, parent_id }, by)) : []),
      ])

/**
 * Lists the children of a place in a space, including the caller's own drafts. Reads them in one round trip, before the
 * permission of the caller is known; the returned function takes the permission. Admins of the space also see other
 * people's drafts, which takes one more round trip if there are any, and so do pages that arrive with a large tree.
 */
export const queryChildren = async ({ id, role }: Actor, place: Place, page: PageRequest) => {
  const draft = ownDraftsKey(place, id)
  const published = pages.in('children', place)
  const drafts = pages.in('drafts', draft)
  const own = [...published, ...pages.in('ownDrafts', draft)]
  const all = [...published, ...drafts]
  const [found, counts] = await Promise.all([
    readList(role === 'admin' ? all : own, page),
    role === 'admin' ? [] : Promise.all(drafts.map((source) => countRows(source, 1))),
  ])
  const hasDrafts = counts.some(({ count }) => count > 0)

  return async (permission: Permission | undefined, moves: TreeMove[]) => {
    const isWider = permission === 'admin' && hasDrafts
    const arriving = movedChildSources(id, place, moves)
    if (arriving.length === 0) return isWider ? readList(all, page) : found
    const isAdmin = permission === 'admin'
    const { items, next_cursor } = await readList([...(isAdmin ? all : own), ...arriving], page)
    // lists each page once, even while an index has it in both spaces
    const byId = new Map(items.map((item) => [item.id, { ...item, space_id: place.space_id }]))
    return { items: [...byId.values()], next_cursor }
  }
}
