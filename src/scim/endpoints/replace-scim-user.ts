import { changesIn } from '../patch.ts'
import { scimPath } from '../protocol.ts'
import { resourceEndpoint } from '../scim-endpoint.ts'
import { changeScimUser } from '../user/changes.ts'
import { UserInput } from '../user/input.ts'
import { provisioningProblems } from '../user/problems.ts'
import { ScimUser, toScimUser } from '../user/scim-user.ts'

export const replaceScimUser = resourceEndpoint(`PUT ${scimPath}/Users/{id}`, {
  servedBy: 'scim-users',
  summary: 'Replace a SCIM user',
  success: 'The changed user.',
  description:
    'Missing attributes are cleared, and so are optional attributes that cannot be stored. `active: false` ' +
    'ends all sessions and access tokens at once.',
  entity: 'users.user',
  takesIfMatch: true,
  body: UserInput,
  response: ScimUser,
  // never users.erased: the directory does not see them
  problems: provisioningProblems,
  handle: async ({ params, body, ifMatch }) =>
    toScimUser(await changeScimUser(params.id, changesIn(body), { ifMatch, replaces: true })),
})
