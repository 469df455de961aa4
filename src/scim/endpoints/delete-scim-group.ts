import { removeScimGroup } from '../group/changes.ts'
import { scimPath } from '../protocol.ts'
import { scimEndpoint } from '../scim-endpoint.ts'

export const deleteScimGroup = scimEndpoint(`DELETE ${scimPath}/Groups/{id}`, {
  servedBy: 'scim-groups',
  summary: 'Remove a group of the directory',
  success: 'The group is deleted.',
  description: 'For good. From the next request on nobody has a right by it.',
  entity: 'groups.group',
  takesIfMatch: true,
  // never scim.not_unique: no name is assigned
  handle: ({ params, ifMatch }) => removeScimGroup(params.id, ifMatch),
})
