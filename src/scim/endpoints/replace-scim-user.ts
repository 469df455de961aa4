import { changesIn } from '../patch.ts'
import { scimPath } from '../protocol.ts'
import { resourceEndpoint } from '../scim-endpoint.ts'
import { applyChanges } from '../user/applied-changes.ts'
import { changeScimUser } from '../user/changes.ts'
import { UserInput } from '../user/input.ts'
import { provisioningProblems } from '../user/problems.ts'
import { ScimUser, toScimUser } from '../user/scim-user.ts'

export const replaceScimUser = resourceEndpoint(`PUT ${scimPath}/Users/{id}`, {
  servedBy: 'scim-users',
  summary: 'Replace a person',
  success: 'The person as changed.',
  description: 'What is not sent is cleared. `active: false` ends all sessions and access tokens at once.',
  entity: 'users.user',
  takesIfMatch: true,
  body: UserInput,
  response: ScimUser,
  // never users.erased: the directory does not see them
  problems: provisioningProblems,
  handle: async ({ params, body, ifMatch }) => {
    const changes = changesIn(body)
    return toScimUser(await changeScimUser(params.id, () => applyChanges(undefined, changes), ifMatch))
  },
})
