import { Group } from '../../platform/identity/group.ts'
import { GroupInput } from '../group/group.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { updateOf } from '../../platform/schema/update-fields.ts'
import { fromDirectory, notTheOwner, presentGroup } from '../group/access.ts'
import { changeGroup, tooManyToReplace } from '../group/changes.ts'
import { groupFull, tooManyGroups } from '../group/members.ts'
import { groupNameTaken } from '../group/name.ts'

export const updateGroup = endpoint('PUT /groups/{id}', {
  summary: 'Update a group of people',
  effect: 'admin',
  description:
    'Administrators may change all fields, owners only `member_ids`, which replaces all members and is limited ' +
    'to groups of at most 1,000. If only members change, `version` stays the same. Resources that name the ' +
    'group show its new name within an hour. After a 503, repeat the same request to finish the change.',
  body: updateOf(GroupInput, Group),
  response: Group,
  problems: [notTheOwner, fromDirectory, groupNameTaken, tooManyGroups, groupFull, tooManyToReplace],
  handle: async ({ actor, params, body, ifMatch }) =>
    presentGroup(await changeGroup(actor, params.id, body, ifMatch)),
})
