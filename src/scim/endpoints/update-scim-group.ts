import { changeScimGroup } from '../group/changes.ts'
import { groupProblems } from '../group/problems.ts'
import { findMembership, ScimGroup, toScimGroup } from '../group/scim-group.ts'
import { changesOf, PatchRequest } from '../patch.ts'
import { isAnswered } from '../projection.ts'
import { invalidValue, scimPath } from '../protocol.ts'
import { resourceEndpoint } from '../scim-endpoint.ts'

export const updateScimGroup = resourceEndpoint(`PATCH ${scimPath}/Groups/{id}`, {
  servedBy: 'scim-groups',
  summary: 'Change a group or its members',
  success: {
    200: 'The group as changed, where `attributes` says what of it, or something was not kept.',
    204: 'The group is changed.',
  },
  status: [200, 204],
  description:
    'At most 1 000 members are named at once. Who is in the group already, or is not, changes nothing: after a ' +
    '503 the same request changes what is left. Who is unknown is left out, which a 200 shows.',
  entity: 'groups.group',
  takesIfMatch: true,
  body: PatchRequest,
  response: ScimGroup,
  problems: [...groupProblems, invalidValue],
  // RFC 7644 section 3.5.2
  handle: async ({ params, body, query, ifMatch }) => {
    const { group, isKept } = await changeScimGroup(params.id, changesOf(body), ifMatch)
    if (query.attributes === undefined && isKept) return undefined
    return toScimGroup(
      group,
      isAnswered(query, 'members', 'value') ? await findMembership(group.id) : undefined,
    )
  },
})
