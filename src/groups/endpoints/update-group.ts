import { Group } from '../../platform/identity/group.ts'
import { GroupInput } from '../group/group.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { updateOf } from '../../platform/schema/update-fields.ts'
import { fromDirectory, notTheOwner, presentGroup } from '../group/access.ts'
import { changeGroup, tooManyToReplace } from '../group/changes.ts'
import { groupFull, tooManyGroups } from '../group/members.ts'
import { groupNameTaken } from '../group/name.ts'

export const updateGroup = endpoint('PUT /groups/{id}', {
  summary: 'Change a group of people',
  effect: 'admin',
  description:
    'Administrators change everything, owners only `member_ids`. These replace all members, of whom there may be at ' +
    'most 1 000; `version` stays when only members change. What the group is granted shows a new name of it within ' +
    'an hour. After a 503, the same request changes what is left.',
  body: updateOf(GroupInput, Group),
  response: Group,
  problems: [notTheOwner, fromDirectory, groupNameTaken, tooManyGroups, groupFull, tooManyToReplace],
  handle: async ({ actor, params, body, ifMatch }) =>
    presentGroup(await changeGroup(actor, params.id, body, ifMatch)),
})
