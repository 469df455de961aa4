import { changesOf, PatchRequest } from '../patch.ts'
import { scimPath, invalidPath } from '../protocol.ts'
import { resourceEndpoint } from '../scim-endpoint.ts'
import { changeScimUser } from '../user/changes.ts'
import { provisioningProblems } from '../user/problems.ts'
import { ScimUser, toScimUser } from '../user/scim-user.ts'

export const updateScimUser = resourceEndpoint(`PATCH ${scimPath}/Users/{id}`, {
  servedBy: 'scim-users',
  summary: 'Change a person',
  success: 'The person as changed.',
  description:
    '`active: false` ends all sessions and access tokens at once. An optional attribute that cannot be kept, such ' +
    'as a manager who is unknown, is cleared; the answer has what is kept.',
  entity: 'users.user',
  takesIfMatch: true,
  body: PatchRequest,
  response: ScimUser,
  // never users.erased: the directory does not see them
  problems: [...provisioningProblems, invalidPath],
  handle: async ({ params, body, ifMatch }) =>
    toScimUser(await changeScimUser(params.id, changesOf(body), { ifMatch })),
})
