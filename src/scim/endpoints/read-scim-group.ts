import { findMembership, getGroup, ScimGroup, toScimGroup } from '../group/scim-group.ts'
import { isReturned } from '../projection.ts'
import { scimPath } from '../protocol.ts'
import { resourceEndpoint } from '../scim-endpoint.ts'
import { uuid } from '../user/known-users.ts'

export const readScimGroup = resourceEndpoint(`GET ${scimPath}/Groups/{id}`, {
  servedBy: 'scim-groups',
  summary: 'Get a SCIM group',
  success: 'The group.',
  description:
    'Returns 404 for a group that was not created by SCIM. `members` is absent if the group has more than 1,000.',
  entity: 'groups.group',
  response: ScimGroup,
  handle: async ({ params: { id }, query }) => {
    const [group, members] = await Promise.all([
      getGroup(id),
      isReturned(query, 'members', 'value') && uuid.test(id) ? findMembership(id.toLowerCase()) : undefined,
    ])
    return toScimGroup(group, members)
  },
})
