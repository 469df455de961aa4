import { lastAdministrator } from '../../users/administrators.ts'
import { administratorReserved, scimPath } from '../protocol.ts'
import { scimEndpoint } from '../scim-endpoint.ts'
import { removeScimUser } from '../user/removal.ts'

export const deleteScimUser = scimEndpoint(`DELETE ${scimPath}/Users/{id}`, {
  servedBy: 'scim-users',
  summary: 'Remove a person from the directory',
  success: 'The person is deactivated and removed from the groups of the directory.',
  description: 'The directory cannot read the person until it provisions the same `userName` again.',
  entity: 'users.user',
  takesIfMatch: true,
  // never groups.full: nobody is added to a group
  // never groups.too_many_groups: nobody is added to a group
  // never scim.not_unique: no name is assigned
  // never users.email_taken: no address is changed
  // never users.erased: the directory does not see them
  // never groups.group_not_found: deleted groups are ignored
  problems: [administratorReserved, lastAdministrator],
  handle: ({ params, ifMatch }) => removeScimUser(params.id, ifMatch),
})
