import { groups } from '../../platform/identity/group.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { users } from '../../platform/identity/user.ts'
import { invalid } from '../../platform/runtime/problem.ts'
import { fromDirectory, notTheOwner, requireMemberChange } from '../group/access.ts'
import { changeMembers, groupFull, isGroupMember, tooManyGroups } from '../group/members.ts'

export const addMember = endpoint('PUT /groups/{id}/members/{user_id}', {
  summary: 'Add a member to a group',
  success: 'The person is a member of the group.',
  effect: 'admin',
  description:
    'For owners of the group and administrators. The member gains the rights of the group with the next ' +
    'request. Also succeeds if the person already is a member.',
  problems: [notTheOwner, fromDirectory, users.absent, tooManyGroups, groupFull],
  handle: async ({ actor, params: { id, user_id } }) => {
    const [group, person] = await Promise.all([groups.get({ id }), users.get({ id: user_id })])
    requireMemberChange(actor, group)
    if (!person.is_active && !isGroupMember(group, person))
      throw invalid('user_id', 'must be the ID of an active user')
    await changeMembers(group, [person], 'join')
  },
})
