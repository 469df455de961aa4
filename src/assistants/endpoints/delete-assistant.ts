import { endpoint } from '../../platform/http/endpoint.ts'
import { removeAssistant } from '../assistant-changes.ts'

export const deleteAssistant = endpoint(
  {
    method: 'DELETE',
    path: '/assistants/{id}',
    summary: 'Delete an assistant',
    description: 'Nobody can use it anymore.',
    status: 204,
    problems: {
      403: 'The caller may use the assistant but does not own it.',
      412: '`If-Match` names a different version.',
    },
  },
  ({ actor, params, ifMatch }) => removeAssistant(actor, params.id, ifMatch),
)
