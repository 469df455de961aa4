import { toListResponse, scimListSchema, scimListQuery } from '../scim-list.ts'
import { projected } from '../projection.ts'
import { invalidFilter, invalidValue, scimPath, filterTooBroad } from '../protocol.ts'
import { scimEndpoint } from '../scim-endpoint.ts'
import { findUsers } from '../user/user-query.ts'
import { ScimUser, toScimUser } from '../user/scim-user.ts'

export const listScimUsers = scimEndpoint(`GET ${scimPath}/Users`, {
  servedBy: 'scim-users',
  summary: 'List SCIM users',
  success: 'A page of users, sorted by name.',
  description: 'Excludes service accounts and people removed by the directory.',
  query: scimListQuery,
  response: scimListSchema(ScimUser),
  problems: [invalidFilter, invalidValue, filterTooBroad],
  handle: async ({ actor, query }) => {
    const { items, totalResults } = await findUsers(actor, query)
    const resources = items.map((user) => projected(toScimUser(user), query))
    return toListResponse(query, resources, totalResults)
  },
})
