import { scimPath } from '../protocol.ts'
import { scimEndpoint } from '../scim-endpoint.ts'
import { scimListOf } from '../scim-list.ts'
import { listedAll, ScimResourceType, resourceTypes } from '../service/described.ts'

export const listScimResourceTypes = scimEndpoint(`GET ${scimPath}/ResourceTypes`, {
  servedBy: 'scim-service',
  profile: 'reader',
  summary: 'List the kinds of resources of SCIM',
  success: 'Both kinds.',
  description: 'People and groups, each with the address of its resources and its schemas.',
  response: scimListOf(ScimResourceType),
  handle: async () => listedAll(resourceTypes()),
})
