import { log } from '../../platform/runtime/log.ts'
import { webhooks, type StoredWebhook } from '../webhook/webhook.ts'

/** Turns a webhook off; its change notifies people (on-change.ts). Does nothing if it is off or was deleted. */
export const endWebhook = async (webhook: StoredWebhook, off_reason: 'gone' | 'failing'): Promise<void> => {
  log.warn('webhook turned off', { webhook_id: webhook.id, reason: off_reason })
  await webhooks.updateIfThere(webhook, ({ is_active }) =>
    is_active ? { is_active: false, off_reason } : {},
  )
}
