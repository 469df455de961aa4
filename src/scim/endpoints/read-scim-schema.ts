import { scimPath } from '../protocol.ts'
import { scimEndpoint } from '../scim-endpoint.ts'
import { describedById, describedSchemas, descriptionAbsent, ScimSchema } from '../service/described.ts'

export const readScimSchema = scimEndpoint(`GET ${scimPath}/Schemas/{id}`, {
  servedBy: 'scim-service',
  profile: 'reader',
  summary: 'Get a SCIM schema',
  success: 'The schema.',
  description: 'The ID is its URN, such as `urn:ietf:params:scim:schemas:core:2.0:User`, regardless of case.',
  response: ScimSchema,
  entity: 'scim.description',
  problems: [descriptionAbsent],
  handle: async ({ params }) => describedById(describedSchemas(), params.id),
})
