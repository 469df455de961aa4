import { groups } from '../../platform/identity/group.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { users } from '../../platform/identity/user.ts'
import { fromDirectory, notTheOwner, requireMemberChange } from '../group/access.ts'
import { changeMembers } from '../group/members.ts'

export const removeMember = endpoint('DELETE /groups/{id}/members/{user_id}', {
  summary: 'Remove a member from a group',
  success: 'The person is not a member of the group.',
  effect: 'admin',
  description:
    'For owners of the group and administrators. Rights that only the group grants end with the next request. ' +
    'Also succeeds if the person is not a member.',
  // never groups.full: nobody is added
  // never groups.too_many_groups: nobody joins a group
  problems: [notTheOwner, fromDirectory, users.absent],
  handle: async ({ actor, params: { id, user_id } }) => {
    const [group, person] = await Promise.all([groups.get({ id }), users.get({ id: user_id })])
    requireMemberChange(actor, group)
    await changeMembers(group, [person], 'leave')
  },
})
