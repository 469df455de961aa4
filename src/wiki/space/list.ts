import type { Actor } from '../../platform/identity/actor.ts'
import { holdersOf } from '../../platform/identity/members.ts'
import type { SummaryOf, ThingOf } from '../../platform/table/entity.ts'
import { readList, type PageRequest } from '../../platform/table/list/list.ts'
import { presentSpace } from './access.ts'
import { spaceMemberships } from './membership.ts'
import { spaces } from './space.ts'

type Row = SummaryOf<ThingOf<typeof spaces>> | ThingOf<typeof spaceMemberships>

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
  const { items, next_cursor } = await readList<Row>([...shared, ...own], page)
  const ids = items.flatMap((row) => ('space_id' in row ? [{ id: row.space_id }] : []))
  const joined = new Map((await spaces.findMany(ids)).map((space) => [space?.id, space]))
  const seen = items.flatMap((row) => {
    const space = 'space_id' in row ? joined.get(row.space_id) : row
    return (space && presentSpace(actor, space)) ?? []
  })
  return { items: seen, next_cursor }
}
