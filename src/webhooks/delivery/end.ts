import { log } from '../../platform/runtime/log.ts'
import { webhooks, type StoredWebhook } from '../webhook/webhook.ts'
import type { DeliveryAttempt } from './delivery.ts'
import type { Health } from './lease.ts'

/** Time without success after which a webhook is turned off, in milliseconds: four days. */
const maxFailingMilliseconds = 4 * 86_400_000

/**
 * Returns the reason for which a webhook must be turned off; undefined if it may stay on. A change of the webhook, such
 * as turning it on again, gives its receiver four more days.
 */
const endReason = ({ updated_at }: StoredWebhook, { failing_since }: Health, attempts: DeliveryAttempt[]) => {
  if (attempts.some(({ status_code }) => status_code === 410)) return 'gone' as const
  if (failing_since === null) return undefined
  const since = Math.max(Date.parse(failing_since), Date.parse(updated_at))
  return since + maxFailingMilliseconds <= Date.now() ? ('failing' as const) : undefined
}

/**
 * Turns a webhook off if these attempts demand it, which notifies people (on-change.ts), unless it was changed or
 * deleted since it was read.
 */
export const endIfLost = async (webhook: StoredWebhook, health: Health, attempts: DeliveryAttempt[]) => {
  const off_reason = endReason(webhook, health, attempts)
  if (!off_reason) return
  const { id, version } = webhook
  const after = await webhooks.updateIfThere(webhook, (current) =>
    current.version === version ? { is_active: false, off_reason } : {},
  )
  if (after?.off_reason) log.warn('webhook turned off', { webhook_id: id, reason: off_reason })
}
