import { endpoint } from '../../platform/http/endpoint.ts'
import { endTrust } from '../assistant/trust-changes.ts'

export const deleteTrust = endpoint('DELETE /assistants/{id}/trust', {
  summary: 'Have an assistant ask again before it writes',
  success: 'The assistant asks again.',
  description: 'Revokes everything that the caller has allowed it to do without asking.',
  requiresSession: true,
  handle: ({ actor, params }) => endTrust(actor, params.id),
})
