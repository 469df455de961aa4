import { changeScimGroup } from '../group/changes.ts'
import { ScimGroupInput } from '../group/input.ts'
import { groupProblems } from '../group/problems.ts'
import { findMembership, ScimGroup, toScimGroup } from '../group/scim-group.ts'
import { changesIn } from '../patch.ts'
import { scimPath } from '../protocol.ts'
import { resourceEndpoint } from '../scim-endpoint.ts'

export const replaceScimGroup = resourceEndpoint(`PUT ${scimPath}/Groups/{id}`, {
  servedBy: 'scim-groups',
  summary: 'Replace a SCIM group',
  success: 'The changed group.',
  description:
    'Members are replaced if `members` is sent and the group has at most 1,000. Unknown IDs are ignored.',
  entity: 'groups.group',
  takesIfMatch: true,
  body: ScimGroupInput,
  response: ScimGroup,
  problems: groupProblems,
  handle: async ({ params, body, ifMatch }) => {
    const { displayName = null, externalId = null, ...others } = body
    const changes = changesIn({ displayName, externalId, ...others })
    const { group } = await changeScimGroup(params.id, changes, ifMatch)
    return toScimGroup(group, await findMembership(group.id))
  },
})
