import type { Actor } from '../../platform/identity/actor.ts'
import { forPeople, linkTo } from '../../platform/resource.ts'
import { awaitLater } from '../../platform/runtime/await-later.ts'
import { newId } from '../../platform/runtime/id.ts'
import { now } from '../../platform/runtime/time.ts'
import { problem } from '../../platform/runtime/problem.ts'
import { transact } from '../../platform/table/table.ts'
import { testEvent } from '../catalogue/event-types.ts'
import { webhooks, webhookType } from '../webhook/webhook.ts'
import {
  deliveries,
  deliveryRequests,
  dueDeliveries,
  newDelivery,
  toDue,
  type StoredDelivery,
} from './delivery.ts'

export const webhookOff = problem(
  'webhooks.webhook_off',
  409,
  'The webhook is turned off; set `is_active` first.',
)

const requireActive = async (id: string) => {
  const webhook = await webhooks.get({ id })
  if (!webhook.is_active) throw webhookOff()
  return webhook
}

/** Returns the writes that make a delivery due and wake the worker. */
const toWake = (delivery: StoredDelivery) => [
  dueDeliveries.toPut(toDue(delivery)),
  deliveryRequests.toCreate(deliveryRequests.make({ webhook_id: delivery.webhook_id })),
]

/** Sends the test event to a webhook, in the background; throws 404, and 409 if the webhook is off. */
export const testWebhook = async (actor: Actor, id: string): Promise<StoredDelivery> => {
  const webhook = await requireActive(id)
  const { url, api_url } = forPeople(linkTo(webhookType, { id, title: '' }))
  const { type } = webhookType
  const data = { id, type, version: webhook.version, url, api_url, actor_id: actor.id, fields: [] }
  const delivery = newDelivery(id, newId(), { type: testEvent, timestamp: now(), data })
  await transact([deliveries.toCreate(delivery), ...toWake(delivery)])
  return delivery
}

/** Starts a delivery again, in the background; throws 404, and 409 if the webhook is off. */
export const redeliver = async (webhook_id: string, id: string): Promise<StoredDelivery> => {
  const delivery = awaitLater(deliveries.get({ webhook_id, id }))
  await requireActive(webhook_id)
  return deliveries.modify(await delivery, async (current) => {
    const started = { status: 'pending' as const, next_attempt_at: now(), tries: 0 }
    const { thing, ...update } = deliveries.toUpdate(current, started)
    await transact([update, ...toWake(thing)])
    return thing
  })
}
