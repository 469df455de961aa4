import { notify } from '../../notifications/notify.ts'
import { worker } from '../../platform/events/worker.ts'
import { linkTo } from '../../platform/resource.ts'
import { readAdministrators } from '../../users/administrators.ts'
import { endedWebhooks } from '../queues.ts'
import { webhooks, webhookType } from '../webhook/webhook.ts'

/** Maximum number of administrators notified of a webhook. */
const maxAdministrators = 100

/** Notifies the creator of a webhook and the administrators that the service has turned it off. */
export const notifyOfEndedWebhook = worker(endedWebhooks, {}, async ({ webhook_id, at }) => {
  const webhook = await webhooks.find({ id: webhook_id })
  if (!webhook?.off_reason) return
  const { items } = await readAdministrators({ limit: maxAdministrators })
  const recipients = new Set([webhook.created_by.id, ...items.map(({ id }) => id)])
  const resource = linkTo(webhookType, { id: webhook_id, title: new URL(webhook.url).host })
  const params = { reason: webhook.off_reason }
  const cause = `webhooks.webhook_off#${webhook_id}#${at}`
  await notify([...recipients], { type: 'webhook_off', params, actor: null, resource, cause, at })
})
