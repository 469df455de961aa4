import type { QueueMessage } from '../../platform/events/message-kind.ts'
import { scheduleMessage } from '../../platform/events/schedule.ts'
import { readFirst, betweenKeys } from '../../platform/table/list/list.ts'
import { deliveryRuns } from '../queues.ts'
import { webhooks } from '../webhook/webhook.ts'
import { settleDelivery } from './outcome.ts'
import { dueDeliveries, type DeliveryAttempt } from './delivery.ts'
import { releaseLease, takeNamedLease, takeSlowSlot, type Health } from './lease.ts'
import { endIfLost } from './end.ts'

/** Maximum number of requests of one run, which sends them at the same time. */
const maxRequests = 10

/** Delay of a run while other slow webhooks occupy all slots, in seconds. */
const slotSeconds = 20

/**
 * Time for which a webhook without a slot keeps its lease, in milliseconds: messages for other events end meanwhile
 * instead of waiting too. It is less than the delay of the next run, which must find the lease free.
 */
const waitMilliseconds = 10_000

/**
 * Minimum delay between runs of a slow webhook, in seconds: otherwise its slot is free too briefly for webhooks that
 * wait, which look for a slot every 20 s.
 */
const turnSeconds = 2

/** Duration of an attempt from which a receiver counts as slow, in milliseconds. */
const slowMilliseconds = 3_000

type Queued = QueueMessage<'fan-outs'>

const nextRun = (webhook_id: string, delaySeconds = 0): Queued =>
  deliveryRuns.message({ webhook_id, event: null }, delaySeconds)

const readDue = async (webhook_id: string, most: number, until: string) => {
  const sources = betweenKeys(dueDeliveries.in('ofWebhook', { webhook_id }), 'due#', `due#${until}`)
  return (await readFirst(sources, most)).items
}

/** Returns the health of a receiver after some attempts. */
const healthAfter = ({ failing_since }: Health, attempts: DeliveryAttempt[]): Health => ({
  failing_since: attempts.some(({ error }) => error === null)
    ? null
    : (failing_since ?? attempts[0]?.at ?? null),
  is_slow: attempts.some(({ error, duration_ms }) => error !== null || duration_ms > slowMilliseconds),
})

/** Attempts the first deliveries that are due, if the webhook is on. Returns the health of the receiver. */
const attemptDue = async (id: string, before: Health): Promise<Health> => {
  const [webhook, due] = await Promise.all([
    webhooks.find({ id }),
    readDue(id, maxRequests, new Date().toISOString()),
  ])
  if (!webhook?.is_active) return before
  const settled = await Promise.all(due.map((pointer) => settleDelivery(webhook, pointer)))
  const attempts = settled.filter((attempt) => attempt !== undefined)
  if (attempts.length === 0) return before
  const health = healthAfter(before, attempts)
  await endIfLost(webhook, health, attempts)
  return health
}

/** Returns the message for the next run, unless it is scheduled for the time at which the earliest delivery is due. */
const followingRun = async (webhook_id: string, { is_slow }: Health): Promise<Queued | undefined> => {
  const [webhook, [first]] = await Promise.all([
    webhooks.find({ id: webhook_id }),
    readDue(webhook_id, 1, '9'),
  ])
  if (!webhook?.is_active || !first) return undefined
  const message = await scheduleMessage(webhook_id, first.at, nextRun(webhook_id))
  const { delaySeconds = 0 } = message ?? {}
  return message && { ...message, delaySeconds: Math.max(delaySeconds, is_slow ? turnSeconds : 0) }
}

/**
 * Attempts up to ten deliveries of a webhook that are due, unless another worker does: that worker looks again after it
 * has released the lease, and so finds deliveries added before this call (decision 0069). Returns the message for the
 * next run.
 */
export const runDeliveries = async (webhook_id: string): Promise<Queued | undefined> => {
  const lease = await takeNamedLease(webhook_id)
  if (!lease) return undefined
  const slot = lease.is_slow ? await takeSlowSlot() : undefined
  if (lease.is_slow && !slot) {
    await releaseLease(lease, { until: Date.now() + waitMilliseconds })
    return nextRun(webhook_id, slotSeconds)
  }
  const { failing_since, is_slow } = lease
  let health = { failing_since, is_slow }
  try {
    health = await attemptDue(webhook_id, health)
  } finally {
    await Promise.all([releaseLease(lease, health), slot && releaseLease(slot)])
  }
  return followingRun(webhook_id, health)
}
