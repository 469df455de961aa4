import { createWebhook } from '../../src/webhooks/endpoints/create-webhook.ts'
import type { BodyOf } from '../support/call.ts'
import { made } from '../support/given.ts'
import type { SignedIn } from '../support/people.ts'

export const webhookBody = { url: 'https://hooks.example.com/platform', events: ['task.*'] }

/** Creates a webhook as an administrator. */
export const givenWebhook = (as: SignedIn, fields: Partial<BodyOf<typeof createWebhook>> = {}) =>
  made(createWebhook, { as, body: { ...webhookBody, ...fields } })
