import { removeScimGroup } from '../group/changes.ts'
import { scimPath } from '../protocol.ts'
import { scimEndpoint } from '../scim-endpoint.ts'

export const deleteScimGroup = scimEndpoint(`DELETE ${scimPath}/Groups/{id}`, {
  servedBy: 'scim-groups',
  summary: 'Delete a SCIM group',
  success: 'The group is deleted.',
  description: 'The group cannot be restored. Its members lose the rights it grants with the next request.',
  entity: 'groups.group',
  takesIfMatch: true,
  // never scim.not_unique: no name is assigned
  handle: ({ params, ifMatch }) => removeScimGroup(params.id, ifMatch),
})
