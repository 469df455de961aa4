import { randomBytes } from 'node:crypto'
import type { WebhookKeys } from '../../src/webhooks/webhook/signing-secret.ts'

export const newWebhookKeys = (): WebhookKeys => ({ seal: randomBytes(32).toString('base64url') })
