import { scimPath } from '../protocol.ts'
import { scimEndpoint } from '../scim-endpoint.ts'
import { scimListOf } from '../scim-list.ts'
import { describedSchemas, listedAll, ScimSchema } from '../service/described.ts'

export const listScimSchemas = scimEndpoint(`GET ${scimPath}/Schemas`, {
  servedBy: 'scim-service',
  profile: 'reader',
  summary: 'List the schemas of SCIM',
  success: 'All schemas.',
  description: 'The attributes that are kept of people and groups; all others are accepted, and not kept.',
  response: scimListOf(ScimSchema),
  handle: async () => listedAll(describedSchemas()),
})
