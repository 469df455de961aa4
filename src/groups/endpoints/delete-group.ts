import { endpoint } from '../../platform/http/endpoint.ts'
import { fromDirectory, requireOurs } from '../group/access.ts'
import { removeGroup } from '../group/changes.ts'

export const deleteGroup = endpoint('DELETE /groups/{id}', {
  access: 'admin',
  summary: 'Delete a group of people',
  effect: 'admin',
  description:
    'For good. From the next request on nobody has a right by it; whom it was granted to is not told. All `members` ' +
    'and `grants` that name it lose that entry soon after.',
  takesIfMatch: true,
  problems: [fromDirectory],
  handle: ({ params, ifMatch }) =>
    removeGroup(params.id, ifMatch, (group) => {
      requireOurs(group)
      return []
    }),
})
