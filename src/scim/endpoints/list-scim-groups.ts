import { findGroups, findGroupsMembers } from '../group/group-query.ts'
import { ScimGroup, toScimGroup } from '../group/scim-group.ts'
import { projected } from '../projection.ts'
import { filterTooBroad, invalidFilter, invalidValue, scimPath } from '../protocol.ts'
import { scimEndpoint } from '../scim-endpoint.ts'
import { toListResponse, scimListSchema, scimListQuery } from '../scim-list.ts'

export const listScimGroups = scimEndpoint(`GET ${scimPath}/Groups`, {
  servedBy: 'scim-groups',
  summary: 'List SCIM groups',
  success: 'A page of groups, sorted by name.',
  description:
    'Only groups created by SCIM. `members` is absent from groups that would bring the page to more than 1,000 ' +
    'members.',
  query: scimListQuery,
  response: scimListSchema(ScimGroup),
  problems: [invalidFilter, invalidValue, filterTooBroad],
  handle: async ({ actor, query }) => {
    const { items, totalResults } = await findGroups(actor, query)
    const members = await findGroupsMembers(items, query)
    const resources = items.map((group, index) => projected(toScimGroup(group, members[index]), query))
    return toListResponse(query, resources, totalResults)
  },
})
