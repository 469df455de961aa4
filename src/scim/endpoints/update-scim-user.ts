import { patchChanges, PatchRequest } from '../patch.ts'
import { scimPath, invalidPath } from '../protocol.ts'
import { resourceEndpoint } from '../scim-endpoint.ts'
import { changeScimUser } from '../user/changes.ts'
import { provisioningProblems } from '../user/problems.ts'
import { ScimUser, toScimUser } from '../user/scim-user.ts'

export const updateScimUser = resourceEndpoint(`PATCH ${scimPath}/Users/{id}`, {
  servedBy: 'scim-users',
  summary: 'Update a SCIM user',
  success: 'The changed user.',
  description:
    '`active: false` ends all sessions and access tokens at once. Optional attributes that cannot be stored, ' +
    'such as an unknown manager, are cleared; the response shows the stored values.',
  entity: 'users.user',
  takesIfMatch: true,
  body: PatchRequest,
  response: ScimUser,
  // never users.erased: the directory does not see them
  problems: [...provisioningProblems, invalidPath],
  handle: async ({ params, body, ifMatch }) =>
    toScimUser(await changeScimUser(params.id, patchChanges(body), { ifMatch })),
})
