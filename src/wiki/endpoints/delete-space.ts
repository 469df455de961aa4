import { endpoint } from '../../platform/http/endpoint.ts'
import { removeSpace } from '../space-changes.ts'

export const deleteSpace = endpoint(
  {
    method: 'DELETE',
    path: '/wiki/spaces/{id}',
    summary: 'Delete a space',
    description: 'Everything in it goes with it, at once and for good.',
    status: 204,
    problems: { 403: 'The caller is no admin of the space.', 412: '`If-Match` names another version.' },
  },
  ({ actor, params, ifMatch }) => removeSpace(actor, params.id, ifMatch),
)
