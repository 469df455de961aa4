import { changeScimGroup } from '../group/changes.ts'
import { groupProblems } from '../group/problems.ts'
import { changesOf, PatchRequest } from '../patch.ts'
import { scimPath } from '../protocol.ts'
import { scimEndpoint } from '../scim-endpoint.ts'

export const updateScimGroup = scimEndpoint(`PATCH ${scimPath}/Groups/{id}`, {
  servedBy: 'scim-groups',
  summary: 'Change a group or its members',
  success: 'The group is changed.',
  description:
    'At most 1 000 members are named at once. Who is in the group already, or is not, changes nothing: after a ' +
    '503 the same request changes what is left.',
  entity: 'groups.group',
  takesIfMatch: true,
  body: PatchRequest,
  problems: groupProblems,
  handle: async ({ params, body, ifMatch }) => {
    await changeScimGroup(params.id, changesOf(body), ifMatch)
  },
})
