import { docs } from '#docs'
import {
  answeredArray,
  answeredCount,
  answeredId,
  answeredSentence,
  answeredText,
  optionalTime,
  timestamp,
} from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { entity, type ThingOf } from '../../platform/table/entity.ts'
import { DeliveredEvent } from '../catalogue/event-body.ts'

/** Retention of deliveries in seconds: 30 days. */
const retentionSeconds = 30 * 86_400

/** Maximum number of attempts that a delivery keeps. */
export const maxKeptAttempts = 50

export const DeliveryStatus = z
  .enum(['pending', 'delivered', 'failed'])
  .meta(docs('Status: `failed` if no attempt succeeded, or the receiver answered 410.'))

export const DeliveryAttempt = z.described(docs('A request to the receiver.', { id: 'DeliveryAttempt' }), {
  at: timestamp.meta(docs('Time of the request.')),
  status_code: z
    .int()
    .nullable()
    .meta(docs('Status of the response; null if there was none.', { minimum: 100, maximum: 599 })),
  duration_ms: answeredCount.meta(docs('Duration of the request in milliseconds.')),
  error: answeredSentence.nullable().meta(docs('Reason for the failure; null if the attempt succeeded.')),
})

export type DeliveryAttempt = z.output<typeof DeliveryAttempt>

export const Delivery = z.described(
  docs('The delivery of an event to a webhook.', { id: 'WebhookDelivery' }),
  {
    id: answeredId.meta(docs('ID of the delivery, sent as `webhook-id` with every attempt.')),
    event: answeredText(100).meta(docs('Name of the event.', { examples: ['task.updated'] })),
    status: DeliveryStatus,
    attempts: answeredArray(DeliveryAttempt, maxKeptAttempts).meta(docs('Attempts, oldest first.')),
    next_attempt_at: optionalTime.meta(docs('Time of the next attempt; null if there is none.')),
    created_at: timestamp.meta(docs('Time of the event.')),
  },
)

const partition = ({ webhook_id }: { webhook_id: string }) => `webhook#${webhook_id}`

/** Deliveries of a webhook, newest first, for 30 days. */
export const deliveries = entity({
  name: 'webhooks.delivery',
  isInternal: true,
  schema: Delivery.extend({
    webhook_id: z.string(),
    body: DeliveredEvent,
    /** Number of attempts since the delivery was last started. */
    tries: z.int().default(0),
    version: z.int(),
  }),
  key: ({ webhook_id, id }: { webhook_id: string; id: string }) => ({
    pk: partition({ webhook_id }),
    sk: `delivery#${id}`,
  }),
  lists: { ofWebhook: { partition, prefix: 'delivery#', order: 'descending' } },
  detail: ['body'],
  expires: ({ created_at }) => Math.floor(Date.parse(created_at) / 1_000) + retentionSeconds,
})

export type StoredDelivery = ThingOf<typeof deliveries>

/**
 * Pointers to the pending deliveries of a webhook in the order of their next attempts. A pointer whose time is not that
 * of its delivery is obsolete.
 */
export const dueDeliveries = entity({
  name: 'webhooks.due_delivery',
  isInternal: true,
  schema: z.object({ webhook_id: z.string(), id: z.string(), at: z.string() }),
  key: ({ webhook_id, id, at }: { webhook_id: string; id: string; at: string }) => ({
    pk: partition({ webhook_id }),
    sk: `due#${at}#${id}`,
  }),
  lists: { ofWebhook: { partition, prefix: 'due#' } },
  expires: ({ at }) => Math.floor(Date.parse(at) / 1_000) + retentionSeconds,
})

/** Request of an administrator to attempt the deliveries that are due; its creation wakes the worker. */
export const deliveryRequests = entity({
  name: 'webhooks.delivery_request',
  schema: z.object({ webhook_id: z.string(), id: z.string(), created_at: timestamp }),
  key: ({ webhook_id, id }: { webhook_id: string; id: string }) => ({
    pk: partition({ webhook_id }),
    sk: `request#${id}`,
  }),
  expires: ({ created_at }) => Math.floor(Date.parse(created_at) / 1_000) + 86_400,
})

/** Returns a new delivery that is due at once. */
export const newDelivery = (webhook_id: string, id: string, body: DeliveredEvent): StoredDelivery =>
  deliveries.make({
    webhook_id,
    id,
    event: body.type,
    status: 'pending',
    attempts: [],
    next_attempt_at: new Date().toISOString(),
    created_at: body.timestamp,
    body,
  })

/** Returns the pointer to a pending delivery. */
export const toDue = ({ webhook_id, id, next_attempt_at }: StoredDelivery) =>
  dueDeliveries.make({ webhook_id, id, at: next_attempt_at ?? '' })
