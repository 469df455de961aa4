import { endpoint } from '../../platform/http/endpoint.ts'
import { removeSpace } from '../space-changes.ts'

export const deleteSpace = endpoint(
  {
    method: 'DELETE',
    path: '/wiki/spaces/{id}',
    summary: 'Delete a space',
    description: 'With everything in it, immediately and permanently.',
    status: 204,
    problems: {
      403: 'The caller is not an admin of the space.',
      412: '`If-Match` names a different version.',
    },
  },
  ({ actor, params, ifMatch }) => removeSpace(actor, params.id, ifMatch),
)
