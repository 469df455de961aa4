import { worker } from '../../platform/events/worker.ts'
import { storeEvent } from '../delivery/outcome.ts'
import { runDeliveries } from '../delivery/run.ts'
import { deliveryRuns } from '../queues.ts'

/** Stores an event for a webhook, and attempts the deliveries of the webhook that are due. */
export const deliverEvents = worker(deliveryRuns, {}, async ({ webhook_id, event }) => {
  if (event) await storeEvent(webhook_id, event)
  return runDeliveries(webhook_id)
})
