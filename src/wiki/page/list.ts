import type { Actor } from '../../platform/identity/actor.ts'
import { countRows } from '../../platform/table/list/counted-rows.ts'
import { readList, type PageRequest } from '../../platform/table/list/list.ts'
import { pages, type StoredPage } from './page.ts'
import type { Permission } from '../space/space.ts'
import type { TreeMove } from '../tree/tree.ts'

type Place = Pick<StoredPage, 'space_id' | 'parent_id'>

const draftsIn = (place: Place, id: string) => ({ ...place, status: 'draft', author: { id } }) as const

/** The pages below one that have moved with it, but are under their former space still. */
const sourcesOf = (actor_id: string, { parent_id }: Place, moves: TreeMove[]) =>
  parent_id === null
    ? []
    : moves.flatMap(({ from: space_id, by }) => [
        ...pages.in('children', { space_id, parent_id }),
        ...(by === actor_id ? pages.in('ownDrafts', draftsIn({ space_id, parent_id }, by)) : []),
      ])

/**
 * What is in one place of a space, in one round trip, read before the right of the caller is known: with their own
 * drafts. Whose permission turns out to be that of an admin sees the drafts of others too, which is one round trip more
 * where there are any; so is what arrives with a large tree.
 */
export const queryChildren = async ({ id, role }: Actor, place: Place, page: PageRequest) => {
  const draft = draftsIn(place, id)
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
    const arriving = sourcesOf(id, place, moves)
    if (arriving.length === 0) return isWider ? readList(all, page) : found
    const isAdmin = permission === 'admin'
    const { items, next_cursor } = await readList([...(isAdmin ? all : own), ...arriving], page)
    // each once, also while an index has it in both spaces
    const byId = new Map(items.map((item) => [item.id, { ...item, space_id: place.space_id }]))
    return { items: [...byId.values()], next_cursor }
  }
}
