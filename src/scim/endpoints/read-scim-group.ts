import { findMembership, getGroup, ScimGroup, toScimGroup } from '../group/scim-group.ts'
import { isAnswered } from '../projection.ts'
import { scimPath } from '../protocol.ts'
import { resourceEndpoint } from '../scim-endpoint.ts'
import { uuid } from '../user/known-users.ts'

export const readScimGroup = resourceEndpoint(`GET ${scimPath}/Groups/{id}`, {
  servedBy: 'scim-groups',
  summary: 'Read a group for a directory',
  success: 'The group.',
  description:
    'A 404 for one that was not made by SCIM. `members` are absent where there are more than 1 000.',
  entity: 'groups.group',
  response: ScimGroup,
  handle: async ({ params: { id }, query }) => {
    const [group, members] = await Promise.all([
      getGroup(id),
      isAnswered(query, 'members', 'value') && uuid.test(id) ? findMembership(id.toLowerCase()) : undefined,
    ])
    return toScimGroup(group, members)
  },
})
