import { endpoint } from '../../platform/http/endpoint.ts'
import { renewSecret, tooManySecrets } from '../webhook/changes.ts'
import { WebhookWithSecret } from '../webhook/signing-secret.ts'

export const replaceSecret = endpoint('POST /webhooks/{id}/secret', {
  access: 'admin',
  summary: 'Replace the secret of a webhook',
  success: 'The webhook with its new secret, which is returned only once.',
  description: 'Requests also have a signature with each secret that was replaced within the last 24 hours.',
  effect: 'admin',
  status: 201,
  isRepeatable: true,
  response: WebhookWithSecret,
  problems: [tooManySecrets],
  shownOnce: ['secret'],
  handle: ({ params }) => renewSecret(params.id),
})
