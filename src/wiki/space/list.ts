import type { Actor } from '../../platform/identity/actor.ts'
import { holdersOf } from '../../platform/identity/members.ts'
import { readShared } from '../../platform/sharing/shared-list.ts'
import { readList, type PageRequest } from '../../platform/table/list/list.ts'
import { presentSpace, spaceKind } from './access.ts'
import { spaceMemberships } from './membership.ts'
import { spaces } from './space.ts'

/**
 * Returns one page of the spaces that the caller may see, by name: internal spaces, and private spaces of the caller or
 * their groups (all private spaces for administrators). Takes one round trip, and one more if private spaces of the
 * caller are on the page.
 */
export const querySpaces = async (actor: Actor, page: PageRequest) => {
  const shared = spaces.in('byName', { visibility: 'internal' })
  if (actor.role === 'admin') {
    const found = await readList([...shared, ...spaces.in('byName', { visibility: 'private' })], page)
    return { ...found, items: found.items.flatMap((space) => presentSpace(actor, space) ?? []) }
  }
  const own = holdersOf(actor).flatMap((user_id) => spaceMemberships.in('ofUser', { user_id }))
  const { items, next_cursor } = await readShared(spaceKind, [...shared, ...own], page)
  return { items: items.flatMap((space) => presentSpace(actor, space) ?? []), next_cursor }
}
