import { groupMemberships } from './group.ts'
import { groups } from '../../platform/identity/group.ts'
import { onErasure, type KindErasure } from '../../platform/identity/erasure.ts'
import { users } from '../../platform/identity/user.ts'
import { changeMembers } from './members.ts'
import { takeOut } from './sweep.ts'

export const groupErasure: KindErasure = {
  handlers: [
    onErasure(groupMemberships, async ({ group_id, user_id }, { person }) => {
      if (user_id !== person.id) return undefined
      const [group, member] = await Promise.all([groups.find({ id: group_id }), users.get({ id: user_id })])
      // the sweep that removes all members of a deleted group may run later
      await (group ? changeMembers(group, [member], 'leave') : takeOut({ id: group_id }, [{ user_id }]))
      return 'removed'
    }),

    // no successor becomes an owner: administrators may do everything that owners do
    onErasure(groups, async (first, { person }) => {
      await groups.update(first, ({ owners }) => ({ owners: owners.filter(({ id }) => id !== person.id) }))
      return undefined
    }),
  ],
}
