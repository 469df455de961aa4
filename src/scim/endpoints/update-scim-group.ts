import { changeScimGroup } from '../group/changes.ts'
import { groupProblems } from '../group/problems.ts'
import { findMembership, ScimGroup, toScimGroup } from '../group/scim-group.ts'
import { patchChanges, PatchRequest } from '../patch.ts'
import { isReturned } from '../projection.ts'
import { invalidValue, scimPath } from '../protocol.ts'
import { resourceEndpoint } from '../scim-endpoint.ts'

export const updateScimGroup = resourceEndpoint(`PATCH ${scimPath}/Groups/{id}`, {
  servedBy: 'scim-groups',
  summary: 'Update a SCIM group or its members',
  success: {
    200: 'The changed group, if `attributes` is sent or a value was not stored.',
    204: 'The group is changed.',
  },
  status: [200, 204],
  description:
    'A request may name at most 1,000 members. Adding a member twice or removing a non-member changes nothing: ' +
    'after a 503, repeat the same request to finish it. Unknown ids are ignored; a 200 then shows the stored ' +
    'members.',
  entity: 'groups.group',
  takesIfMatch: true,
  body: PatchRequest,
  response: ScimGroup,
  problems: [...groupProblems, invalidValue],
  // RFC 7644 section 3.5.2
  handle: async ({ params, body, query, ifMatch }) => {
    const { group, isKept } = await changeScimGroup(params.id, patchChanges(body), ifMatch)
    if (query.attributes === undefined && isKept) return undefined
    return toScimGroup(
      group,
      isReturned(query, 'members', 'value') ? await findMembership(group.id) : undefined,
    )
  },
})
