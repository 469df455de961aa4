import { scimPath } from '../protocol.ts'
import { scimEndpoint } from '../scim-endpoint.ts'
import { scimListSchema } from '../scim-list.ts'
import { listedAll, ScimResourceType, resourceTypes } from '../service/described.ts'

export const listScimResourceTypes = scimEndpoint(`GET ${scimPath}/ResourceTypes`, {
  servedBy: 'scim-service',
  profile: 'reader',
  summary: 'List the SCIM resource types',
  success: 'Both kinds.',
  description: 'Users and groups, with their endpoints and schemas.',
  response: scimListSchema(ScimResourceType),
  handle: async () => listedAll(resourceTypes()),
})
