import type { DeliveredEvent } from '../catalogue/event-body.ts'
import type { StoredWebhook } from '../webhook/webhook.ts'
import { attemptDelivery } from './attempt.ts'
import {
  deliveries,
  dueDeliveries,
  maxKeptAttempts,
  newDelivery,
  toDue,
  type DeliveryAttempt,
  type StoredDelivery,
} from './delivery.ts'
import { nextAttempt } from './retry-schedule.ts'
import { writeItem } from '../../platform/table/table.ts'
import type { ThingOf } from '../../platform/table/entity.ts'

/** Stores an event for a webhook; does nothing if the event is stored already. */
export const storeEvent = async (webhook_id: string, { id, ...body }: DeliveredEvent & { id: string }) => {
  const fresh = newDelivery(webhook_id, id, body)
  const delivery = (await deliveries.ensure(fresh)) ? fresh : await deliveries.find(fresh)
  // again after a crash: the pointer of a pending delivery has the same key
  if (delivery?.status === 'pending') await writeItem(dueDeliveries.toPut(toDue(delivery)))
}

/** Returns the state of a delivery after an attempt. */
const stateAfter = ({ tries }: StoredDelivery, { error, status_code }: DeliveryAttempt, demanded: number) => {
  if (error === null) return { status: 'delivered' as const, next_attempt_at: null }
  const next = status_code === 410 ? undefined : nextAttempt(tries + 1, demanded, Date.now())
  return next === undefined
    ? { status: 'failed' as const, next_attempt_at: null }
    : { status: 'pending' as const, next_attempt_at: next }
}

/**
 * Attempts a delivery that is due, and stores the outcome: the pointer to the next attempt before the delivery, and the
 * removal of this one after it, so that a crash between them loses no delivery. Returns the attempt; undefined for an
 * obsolete pointer.
 */
export const settleDelivery = async (
  webhook: StoredWebhook,
  pointer: ThingOf<typeof dueDeliveries>,
): Promise<DeliveryAttempt | undefined> => {
  const delivery = await deliveries.find(pointer)
  if (delivery?.status !== 'pending' || delivery.next_attempt_at !== pointer.at) {
    await dueDeliveries.remove(pointer)
    return undefined
  }
  const { attempt, demanded } = await attemptDelivery(webhook, delivery)
  const state = stateAfter(delivery, attempt, demanded)
  if (state.status === 'pending') await writeItem(dueDeliveries.toPut(toDue({ ...delivery, ...state })))
  await deliveries.update(delivery, ({ attempts, next_attempt_at }) => ({
    // otherwise the attempt would replace a redelivery that was requested during it
    ...(next_attempt_at === pointer.at && { ...state, tries: delivery.tries + 1 }),
    attempts: [...attempts, attempt].slice(-maxKeptAttempts),
  }))
  await dueDeliveries.remove(pointer)
  return attempt
}
