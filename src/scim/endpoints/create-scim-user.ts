import { users } from '../../platform/identity/user.ts'
import { changesIn } from '../patch.ts'
import { scimPath } from '../protocol.ts'
import { resourceEndpoint } from '../scim-endpoint.ts'
import { provision } from '../user/changes.ts'
import { UserInput } from '../user/input.ts'
import { provisioningProblems } from '../user/problems.ts'
import { ScimUser, toScimUser } from '../user/scim-user.ts'

export const createScimUser = resourceEndpoint(`POST ${scimPath}/Users`, {
  servedBy: 'scim-users',
  summary: 'Provision a person',
  success: 'The person, either new or reactivated.',
  description:
    'The person has no password and signs in by single sign-on. If the directory has removed a person with ' +
    'this `userName` before, that person is reactivated. Optional attributes that cannot be stored, such as an ' +
    'unknown manager, are missing from the response.',
  status: 201,
  location: `${scimPath}/Users/{id}`,
  body: UserInput,
  response: ScimUser,
  // never groups.full: nobody is added to a group
  // never groups.group_not_found: deleted groups are ignored
  // never groups.too_many_groups: nobody is added to a group
  // never users.erased: the directory does not see them
  problems: [...provisioningProblems, users.absent],
  handle: async ({ body }) => toScimUser(await provision(changesIn(body))),
})
