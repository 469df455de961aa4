import { scimPath } from '../protocol.ts'
import { scimEndpoint } from '../scim-endpoint.ts'
import { serviceConfig, ServiceConfig } from '../service/described.ts'

export const readScimConfig = scimEndpoint(`GET ${scimPath}/ServiceProviderConfig`, {
  servedBy: 'scim-service',
  profile: 'reader',
  summary: 'Read what is supported of SCIM',
  success: 'What is supported.',
  description:
    'Filters of `eq` and `and`, and PATCH; neither bulk operations, sorting, versions nor passwords.',
  response: ServiceConfig,
  handle: async () => serviceConfig(),
})
