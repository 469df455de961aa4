import { messageWith } from '../platform/events/message-kind.ts'
import * as z from '../platform/schema/schema.ts'
import { DeliveredEvent } from './catalogue/event-body.ts'

/** Events that wait for a webhook, and perhaps a new one. */
export const deliveryRuns = messageWith('webhook-deliveries', 'fan-outs', {
  webhook_id: z.string(),
  event: z.orNull(DeliveredEvent.extend({ id: z.string() })),
})

/** A webhook that the service has turned off. */
export const endedWebhooks = messageWith('webhook-ends', 'notices', {
  webhook_id: z.string(),
  at: z.string(),
})
