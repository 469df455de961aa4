import { messageWith } from '../platform/events/message-kind.ts'
import * as z from '../platform/schema/schema.ts'
import { DeliveredEvent } from './catalogue/event-body.ts'

/** Request to attempt the pending deliveries of a webhook, with a new event if there is one. */
export const deliveryRuns = messageWith('webhook-deliveries', 'fan-outs', {
  webhook_id: z.string(),
  event: z.orNull(DeliveredEvent.extend({ id: z.string() })),
})

/** A webhook that the service has turned off. */
export const endedWebhooks = messageWith('webhook-ends', 'notices', {
  webhook_id: z.string(),
  at: z.string(),
})
