import { scimPath } from '../protocol.ts'
import { scimEndpoint } from '../scim-endpoint.ts'
import { serviceConfig, ServiceConfig } from '../service/described.ts'

export const readScimConfig = scimEndpoint(`GET ${scimPath}/ServiceProviderConfig`, {
  servedBy: 'scim-service',
  profile: 'reader',
  summary: 'Get the SCIM service configuration',
  success: 'The supported features.',
  description:
    'Filters with `eq` and `and`, and PATCH, are supported. Bulk operations, sorting, versions and passwords ' +
    'are not.',
  response: ServiceConfig,
  handle: async () => serviceConfig(),
})
