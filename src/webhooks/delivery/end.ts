import { log } from '../../platform/runtime/log.ts'
import { webhooks, type StoredWebhook } from '../webhook/webhook.ts'

/** Turns a webhook off, which notifies people (on-change.ts), unless it was changed or deleted since it was read. */
export const endWebhook = async (webhook: StoredWebhook, off_reason: 'gone' | 'failing'): Promise<void> => {
  const { id, version } = webhook
  const after = await webhooks.updateIfThere(webhook, (current) =>
    current.version === version ? { is_active: false, off_reason } : {},
  )
  if (after?.off_reason) log.warn('webhook turned off', { webhook_id: id, reason: off_reason })
}
