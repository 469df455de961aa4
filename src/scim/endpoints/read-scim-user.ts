import * as z from '../../platform/schema/schema.ts'
import { projected, projectionQuery } from '../projection.ts'
import { scimPath } from '../protocol.ts'
import { scimEndpoint } from '../scim-endpoint.ts'
import { getUser } from '../user/known-users.ts'
import { ScimUser, toScimUser } from '../user/scim-user.ts'

export const readScimUser = scimEndpoint(`GET ${scimPath}/Users/{id}`, {
  servedBy: 'scim-users',
  summary: 'Read a person for a directory',
  success: 'The person.',
  description: 'A 404 for whom the directory has removed. Who is deactivated stays readable.',
  entity: 'users.user',
  query: z.looseObject(projectionQuery),
  response: ScimUser,
  handle: async ({ params, query }) => projected(toScimUser(await getUser(params.id)), query),
})
