import { endpoint } from '../../platform/http/endpoint.ts'
import { fromDirectory, requireOurs } from '../group/access.ts'
import { removeGroup } from '../group/changes.ts'

export const deleteGroup = endpoint('DELETE /groups/{id}', {
  access: 'admin',
  summary: 'Delete a group of people',
  effect: 'admin',
  description:
    'The group cannot be restored. Its members lose the rights of the group with the next request and are not ' +
    'notified. The entries that name the group in `members` and `grants` are removed soon after.',
  takesIfMatch: true,
  problems: [fromDirectory],
  handle: ({ params, ifMatch }) =>
    removeGroup(params.id, ifMatch, (group) => {
      requireOurs(group)
      return []
    }),
})
