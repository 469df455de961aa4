import { groups } from '../../platform/identity/group.ts'
import { addScimGroup } from '../group/changes.ts'
import { ScimGroupInput } from '../group/input.ts'
import { groupProblems } from '../group/problems.ts'
import { findMembership, ScimGroup, toScimGroup } from '../group/scim-group.ts'
import { changesIn } from '../patch.ts'
import { scimPath } from '../protocol.ts'
import { resourceEndpoint } from '../scim-endpoint.ts'

export const createScimGroup = resourceEndpoint(`POST ${scimPath}/Groups`, {
  servedBy: 'scim-groups',
  summary: 'Provision a group',
  success: 'The new group.',
  description: 'Afterwards, only the directory can change the group and its members.',
  status: 201,
  location: `${scimPath}/Groups/{id}`,
  body: ScimGroupInput,
  response: ScimGroup,
  problems: [
    ...groupProblems,
    groups.absent.as({ when: 'The group was deleted while members were being added.' }),
  ],
  handle: async ({ body }) => {
    const group = await addScimGroup(changesIn(body))
    return toScimGroup(group, group.member_count === 0 ? [] : await findMembership(group.id))
  },
})
