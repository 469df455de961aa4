import { groupMemberships } from '../groups/group/group.ts'
import type { Member } from '../platform/identity/members.ts'
import type { Principal } from '../platform/identity/policy.ts'
import { users } from '../platform/identity/user.ts'
import type { ResourceRef } from '../platform/resource-ref.ts'
import { loadResources, rightsTo } from '../platform/resource-registry.ts'
import { readList } from '../platform/table/list/list.ts'

/** How many people are looked at; of each group, and of all accounts, no more are read. */
export const maxPeople = 1_000

const page = { limit: maxPeople + 1 }

const everybody = async (): Promise<string[]> => {
  const { items } = await readList(users.in('all', { erased_at: null }), page)
  return items.map(({ id }) => id)
}

/** The people whom an entry names, itself or by a group. */
const peopleOf = async ({ user_id, group_id }: Pick<Member, 'user_id' | 'group_id'>): Promise<string[]> => {
  if (group_id === null) return user_id === null ? [] : [user_id]
  const { items } = await readList(groupMemberships.in('ofGroup', { group_id }), page)
  return items.map((member) => member.user_id)
}

/**
 * The ids of people among whom are all who may see a thing without an administrator's role, as far as somebody knows
 * what it is attached to: what `actor` may not see is left out.
 */
export const candidatesFor = async (actor: Principal, ref: ResourceRef): Promise<string[]> => {
  const rights = await rightsTo(ref)
  if (!rights) {
    const [view] = await loadResources(actor, [ref])
    return view?.parent ? candidatesFor(actor, view.parent) : []
  }
  const { named, isOpen, attachedTo = [] } = rights
  const views = await loadResources(actor, attachedTo)
  const seen = attachedTo.filter((_, index) => views[index] !== undefined)
  const ids = await Promise.all([
    ...named.map(peopleOf),
    ...(isOpen ? [everybody()] : []),
    ...seen.map((thing) => candidatesFor(actor, thing)),
  ])
  return [...new Set(ids.flat())]
}
