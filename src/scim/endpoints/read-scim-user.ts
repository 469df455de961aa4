import { scimPath } from '../protocol.ts'
import { resourceEndpoint } from '../scim-endpoint.ts'
import { getUser } from '../user/known-users.ts'
import { ScimUser, toScimUser } from '../user/scim-user.ts'

export const readScimUser = resourceEndpoint(`GET ${scimPath}/Users/{id}`, {
  servedBy: 'scim-users',
  summary: 'Get a SCIM user',
  success: 'The person.',
  description: 'Returns 404 for a person removed by the directory. Deactivated people stay readable.',
  entity: 'users.user',
  response: ScimUser,
  handle: async ({ params }) => toScimUser(await getUser(params.id)),
})
