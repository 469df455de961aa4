import { groupMemberships } from '../groups/group/group.ts'
import type { Member } from '../platform/identity/members.ts'
import type { Principal } from '../platform/identity/policy.ts'
import { users } from '../platform/identity/user.ts'
import type { ResourceRef } from '../platform/resource-ref.ts'
import { loadResources, rightsTo } from '../platform/resource-registry.ts'
import { readFirst, type Source } from '../platform/table/list/list.ts'

/** Maximum number of people examined; no more are read of each group, and of all accounts. */
export const maxPeople = 1_000

/** Returns the first IDs of a list, at most one more than are examined, to show that there are more. */
const firstIds = async <T>(sources: Source<T>[], idOf: (thing: T) => string): Promise<string[]> =>
  (await readFirst(sources, maxPeople + 1, maxPeople + 1)).items.map(idOf)

const everybodyIds = () => firstIds(users.in('all', { erased_at: null }), ({ id }) => id)

/** Returns the people whom an entry names, directly or by a group. */
const loadMemberUserIds = async ({
  user_id,
  group_id,
}: Pick<Member, 'user_id' | 'group_id'>): Promise<string[]> => {
  if (group_id !== null) return firstIds(groupMemberships.in('ofGroup', { group_id }), (one) => one.user_id)
  return user_id === null ? [] : [user_id]
}

/**
 * Returns the IDs of people who include everyone who may see a resource without the administrator role. Resources to
 * which it is attached count only if `actor` may see them.
 */
export const candidatesFor = async (actor: Principal, ref: ResourceRef): Promise<string[]> => {
  const rights = await rightsTo(ref)
  if (!rights) {
    const [view] = await loadResources(actor, [ref])
    return view?.parent ? candidatesFor(actor, view.parent) : []
  }
  const { owner, named, isOpen, attachedTo = [] } = rights
  const views = await loadResources(actor, attachedTo)
  const seen = attachedTo.filter((_, index) => views[index] !== undefined)
  const ids = await Promise.all([
    Promise.resolve([owner.id]),
    ...named.map(loadMemberUserIds),
    ...(isOpen ? [everybodyIds()] : []),
    ...seen.map((thing) => candidatesFor(actor, thing)),
  ])
  return [...new Set(ids.flat())]
}
