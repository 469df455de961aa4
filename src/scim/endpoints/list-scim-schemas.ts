import { scimPath } from '../protocol.ts'
import { scimEndpoint } from '../scim-endpoint.ts'
import { scimListSchema } from '../scim-list.ts'
import { describedSchemas, listedAll, ScimSchema } from '../service/described.ts'

export const listScimSchemas = scimEndpoint(`GET ${scimPath}/Schemas`, {
  servedBy: 'scim-service',
  profile: 'reader',
  summary: 'List the SCIM schemas',
  success: 'All schemas.',
  description: 'The attributes stored for users and groups. All others are accepted and ignored.',
  response: scimListSchema(ScimSchema),
  handle: async () => listedAll(describedSchemas()),
})
