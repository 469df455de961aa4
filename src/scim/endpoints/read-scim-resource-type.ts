import { scimPath } from '../protocol.ts'
import { scimEndpoint } from '../scim-endpoint.ts'
import { describedById, descriptionAbsent, ScimResourceType, resourceTypes } from '../service/described.ts'

export const readScimResourceType = scimEndpoint(`GET ${scimPath}/ResourceTypes/{id}`, {
  servedBy: 'scim-service',
  profile: 'reader',
  summary: 'Get a SCIM resource type',
  success: 'The resource type.',
  description: 'The ID is its name: `User` or `Group`.',
  response: ScimResourceType,
  entity: 'scim.description',
  problems: [descriptionAbsent],
  handle: async ({ params }) => describedById(resourceTypes(), params.id),
})
