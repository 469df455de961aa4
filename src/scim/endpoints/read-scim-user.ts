import { scimPath } from '../protocol.ts'
import { resourceEndpoint } from '../scim-endpoint.ts'
import { getUser } from '../user/known-users.ts'
import { ScimUser, toScimUser } from '../user/scim-user.ts'

export const readScimUser = resourceEndpoint(`GET ${scimPath}/Users/{id}`, {
  servedBy: 'scim-users',
  summary: 'Read a person for a directory',
  success: 'The person.',
  description: 'A 404 for whom the directory has removed. Who is deactivated stays readable.',
  entity: 'users.user',
  response: ScimUser,
  handle: async ({ params }) => toScimUser(await getUser(params.id)),
})
