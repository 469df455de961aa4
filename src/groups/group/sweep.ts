import { endedCopies, endedGroups } from '../../platform/identity/principals.ts'
import { groupMemberships } from './group.ts'
import { groups } from '../../platform/identity/group.ts'
import { users } from '../../platform/identity/user.ts'
import { retryOnConflict } from '../../platform/table/conflict.ts'
import { readList } from '../../platform/table/list/list.ts'
import { repeatUntil } from '../../platform/table/list/partition.ts'
import { transact } from '../../platform/table/table.ts'
import { toChangeEnded } from './ended.ts'
import { peopleAtOnce, toLeave } from './members.ts'

/** Removes people from a deleted group. */
export const takeOut = (group: { id: string }, members: { user_id: string }[]): Promise<void> =>
  retryOnConflict(async () => {
    const found = await users.findMany(members.map(({ user_id }) => ({ id: user_id })))
    await transact(found.flatMap((person) => (person ? toLeave(group, person) : [])))
  })

/** Removes the group from the list of deleted groups, once nobody names it. */
const removeEndedGroup = (id: string) =>
  retryOnConflict(async () => {
    const copies = await endedGroups.findMany(endedCopies)
    if (copies.some((copy) => copy?.ids.includes(id)))
      await transact(toChangeEnded(copies, (ids) => ids.filter((ended) => ended !== id)))
  })

/**
 * Removes all members of a deleted group; nobody can join it, since joining requires the group to exist. Then removes
 * it from the list of deleted groups. Returns false if the time `until` (milliseconds since 1970) comes first.
 */
export const sweepGroup = async (id: string, until: number): Promise<boolean> => {
  if (await groups.find({ id })) return true
  return repeatUntil(until, async () => {
    const { items } = await readList(groupMemberships.in('ofGroup', { group_id: id }), {
      limit: peopleAtOnce,
    })
    await (items.length > 0 ? takeOut({ id }, items) : removeEndedGroup(id))
    return items.length === 0
  })
}
