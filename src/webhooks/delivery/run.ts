import pMap from 'p-map'
import type { QueueMessage } from '../../platform/events/message-kind.ts'
import { scheduleMessage } from '../../platform/events/schedule.ts'
import { readFirst, betweenKeys } from '../../platform/table/list/list.ts'
import { deliveryRuns } from '../queues.ts'
import { webhooks, type StoredWebhook } from '../webhook/webhook.ts'
import { settleDelivery, type DeliveryOutcome } from './outcome.ts'
import { dueDeliveries } from './delivery.ts'
import { releaseLease, takeNamedLease, takeSlowSlot, type Lease } from './lease.ts'
import { endWebhook } from './end.ts'

/** Time within which a run starts attempts, in milliseconds; its worker has 60 s, and an attempt takes up to 15. */
const runMilliseconds = 30_000

/** Number of requests to one receiver at a time. */
const concurrency = 10

/** Delay of a run while other slow webhooks occupy all slots, in seconds. */
const slotSeconds = 20

/**
 * Time for which a webhook without a slot keeps its lease, in milliseconds: messages for other events end meanwhile
 * instead of waiting too. It is less than the delay of the next run, which must find the lease free.
 */
const waitMilliseconds = 10_000

/** Duration of an attempt from which a receiver counts as slow, in milliseconds. */
const slowMilliseconds = 3_000

/** Time without success after which a webhook is turned off, in milliseconds: four days. */
const maxFailingMilliseconds = 4 * 86_400_000

type Queued = QueueMessage<'fan-outs'>

const nextRun = (webhook_id: string, delaySeconds = 0): Queued =>
  deliveryRuns.message({ webhook_id, event: null }, delaySeconds)

const readDue = async (webhook_id: string, most: number, until: string) => {
  const sources = betweenKeys(dueDeliveries.in('ofWebhook', { webhook_id }), 'due#', `due#${until}`)
  return (await readFirst(sources, most)).items
}

/** Returns the health of a receiver after some attempts. */
const healthAfter = ({ failing_since }: Lease, outcomes: DeliveryOutcome[]) => {
  const isAnySuccess = outcomes.some(({ attempt: { error } }) => error === null)
  return {
    failing_since: isAnySuccess ? null : (failing_since ?? outcomes[0]?.attempt.at ?? null),
    is_slow: outcomes.some(({ attempt }) => attempt.error !== null || attempt.duration_ms > slowMilliseconds),
  }
}

/**
 * Returns the reason for which a webhook must be turned off; undefined if it may stay on. A change of the webhook, such
 * as turning it on again, gives its receiver four more days.
 */
const endReason = ({ failing_since }: Lease, { updated_at }: StoredWebhook, outcomes: DeliveryOutcome[]) => {
  if (outcomes.some(({ attempt }) => attempt.status_code === 410)) return 'gone' as const
  if (failing_since === null) return undefined
  const since = Math.max(Date.parse(failing_since), Date.parse(updated_at))
  return since + maxFailingMilliseconds <= Date.now() ? ('failing' as const) : undefined
}

/** Attempts due deliveries until none is left or the time of the run is over. Returns the lease with the new health. */
const attemptDue = async (lease: Lease): Promise<Lease> => {
  const [id, end] = [lease.name, Date.now() + runMilliseconds]
  let current = lease
  while (Date.now() < end) {
    const [webhook, due] = await Promise.all([
      webhooks.find({ id }),
      readDue(id, concurrency, new Date().toISOString()),
    ])
    if (!webhook?.is_active || due.length === 0) return current
    const settled = await pMap(due, (pointer) => settleDelivery(webhook, pointer))
    const outcomes = settled.filter((outcome) => outcome !== undefined)
    if (outcomes.length === 0) continue
    current = { ...current, ...healthAfter(current, outcomes) }
    const reason = endReason(current, webhook, outcomes)
    if (reason) await endWebhook(webhook, reason)
    // a slow receiver leaves its worker to others after each round
    if (current.is_slow) return current
  }
  return current
}

/** Returns the message for the next run, unless it is scheduled for the time at which the earliest delivery is due. */
const followingRun = async (webhook_id: string): Promise<Queued | undefined> => {
  const [webhook, [first]] = await Promise.all([
    webhooks.find({ id: webhook_id }),
    readDue(webhook_id, 1, '9'),
  ])
  return webhook?.is_active && first ? scheduleMessage(webhook_id, first.at, nextRun(webhook_id)) : undefined
}

/**
 * Attempts the deliveries of a webhook that are due, unless another worker does: that worker looks again after it has
 * released the lease, and so finds deliveries added before this call (decision 0069). Returns the message for the next
 * run.
 */
export const runDeliveries = async (webhook_id: string): Promise<Queued | undefined> => {
  const lease = await takeNamedLease(webhook_id)
  if (!lease) return undefined
  const slot = lease.is_slow ? await takeSlowSlot() : undefined
  if (lease.is_slow && !slot) {
    await releaseLease(lease, lease, Date.now() + waitMilliseconds)
    return nextRun(webhook_id, slotSeconds)
  }
  let after = lease
  try {
    after = await attemptDue(lease)
  } finally {
    await Promise.all([releaseLease(lease, after), slot && releaseLease(slot)])
  }
  return followingRun(webhook_id)
}
