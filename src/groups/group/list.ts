import type { Actor } from '../../platform/identity/actor.ts'
import { groups } from '../../platform/identity/group.ts'
import { nameOrder, users } from '../../platform/identity/user.ts'
import { personIds } from '../../platform/schema/list-fields.ts'
import { searchPages } from '../../platform/search/query/list-search.ts'
import { readList, type PageRequest } from '../../platform/table/list/list.ts'
import { toListPage } from '../../platform/table/list/loaded-list.ts'
import { requireOwnMembership } from './access.ts'
import { groupSearchScope } from './group.ts'

interface Filters {
  q?: string | undefined
  member_id?: string[] | undefined
}

/**
 * Returns a page of groups by name, or of the best matches of `q`, optionally only groups of certain people. One round
 * trip; a second one for the groups of people.
 */
export const queryGroups = async (actor: Actor, { q, member_id }: Filters, page: PageRequest) => {
  const people = personIds(member_id, actor)
  requireOwnMembership(actor, people)
  const members = people && (await users.findMany(people.map((id) => ({ id }))))
  const ids = members && new Set(members.flatMap((member) => member?.group_ids ?? []))
  const load = async (wanted: { id: string }[]) =>
    (await groups.findMany(wanted)).map((group) =>
      group && (ids?.has(group.id) ?? true) ? group : undefined,
    )

  if (q !== undefined) return searchPages({ scopes: [groupSearchScope], q, ...page }, load)
  if (!ids) return readList(groups.in('all', {}), page)
  const found = await load([...ids].map((id) => ({ id })))
  return toListPage(
    found.flatMap((group) => group ?? []),
    nameOrder,
    page,
  )
}
