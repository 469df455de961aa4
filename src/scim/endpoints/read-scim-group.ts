import * as z from '../../platform/schema/schema.ts'
import { findMembership, getGroup, ScimGroup, toScimGroup } from '../group/scim-group.ts'
import { isAnswered, projected, projectionQuery } from '../projection.ts'
import { scimPath } from '../protocol.ts'
import { scimEndpoint } from '../scim-endpoint.ts'
import { uuid } from '../user/known-users.ts'

export const readScimGroup = scimEndpoint(`GET ${scimPath}/Groups/{id}`, {
  servedBy: 'scim-groups',
  summary: 'Read a group for a directory',
  success: 'The group.',
  description:
    'A 404 for one that was not made by SCIM. `members` are absent where there are more than 1 000.',
  entity: 'groups.group',
  query: z.looseObject(projectionQuery),
  response: ScimGroup,
  handle: async ({ params: { id }, query }) => {
    const [group, members] = await Promise.all([
      getGroup(id),
      isAnswered(query, 'members', 'value') && uuid.test(id) ? findMembership(id.toLowerCase()) : undefined,
    ])
    return projected(toScimGroup(group, members), query)
  },
})
