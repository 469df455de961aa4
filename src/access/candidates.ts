import { groupMemberships } from '../groups/group/group.ts'
import type { Member } from '../platform/identity/members.ts'
import type { Principal } from '../platform/identity/policy.ts'
import { users } from '../platform/identity/user.ts'
import type { ResourceRef } from '../platform/resource-ref.ts'
import { loadResources, rightsTo } from '../platform/resource-registry.ts'
import { readList, type Source } from '../platform/table/list/list.ts'

/** How many people are looked at; of each group, and of all accounts, no more are read. */
export const maxPeople = 1_000

/** The first ids of a list, at most one more than are looked at, which tells that there are more. */
const firstIds = async <T>(sources: Source<T>[], idOf: (thing: T) => string): Promise<string[]> => {
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const page = await readList(sources, { limit: maxPeople + 1 - ids.length, cursor })
    ids.push(...page.items.map(idOf))
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined && ids.length <= maxPeople)
  return ids
}

const everybody = () => firstIds(users.in('all', { erased_at: null }), ({ id }) => id)

/** The people whom an entry names, itself or by a group. */
const peopleOf = async ({ user_id, group_id }: Pick<Member, 'user_id' | 'group_id'>): Promise<string[]> => {
  if (group_id !== null) return firstIds(groupMemberships.in('ofGroup', { group_id }), (one) => one.user_id)
  return user_id === null ? [] : [user_id]
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
  const { owner, named, isOpen, attachedTo = [] } = rights
  const views = await loadResources(actor, attachedTo)
  const seen = attachedTo.filter((_, index) => views[index] !== undefined)
  const ids = await Promise.all([
    Promise.resolve([owner.id]),
    ...named.map(peopleOf),
    ...(isOpen ? [everybody()] : []),
    ...seen.map((thing) => candidatesFor(actor, thing)),
  ])
  return [...new Set(ids.flat())]
}
