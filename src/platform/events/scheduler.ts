import middy from '@middy/core'
import pMap from 'p-map'
import { timestamp } from '../schema/fields.ts'
import * as z from '../schema/schema.ts'
import { writeBatch } from '../table/batch-write.ts'
import { entity } from '../table/entity.ts'
import { queryItems } from '../table/table.ts'
import type { Item, Key } from '../table/operation.ts'
import { newId } from '../runtime/id.ts'
import { inRequest, noSession } from '../runtime/request-context.ts'
import { delayUntil, minuteOf, minutePartitions, scheduledMessages } from './schedule.ts'
import { sendToQueues } from './sqs.ts'

/** From which minute on there may be messages that were not sent. */
const positions = entity({
  name: 'platform.schedule_position',
  isInternal: true,
  schema: z.object({ minute: timestamp }),
  key: () => ({ pk: 'schedule', sk: 'position' }),
})

const minuteMilliseconds = 60_000

/** How long a minute is looked at again: somebody's write to it may still have been on its way. */
const lookBackMilliseconds = 5 * minuteMilliseconds

/** How far the first run looks back: what was scheduled before there was a scheduler. */
const firstLookBackMilliseconds = 15 * minuteMilliseconds

/** When a run stops, in milliseconds from its start: the next one goes on where it was. */
const runMilliseconds = 50_000

/** How many messages are read, sent and removed at once in a partition. */
const pageSize = 500

/** How many partitions are worked on side by side. */
const concurrency = 16

const send = async (items: Item[]) => {
  const rows = items.map(scheduledMessages.read)
  await sendToQueues(rows.map(({ queue, body, at }) => ({ queue, body, delaySeconds: delayUntil(at) })))
  // after it was sent: whoever is killed in between sends it again
  await writeBatch([], rows.map(scheduledMessages.keyOf))
}

/** Sends the messages of a partition. False when the time `until` came before the end. */
const empty = async (pk: string, until: number): Promise<boolean> => {
  let from: Key | undefined
  do {
    if (Date.now() > until) return false
    const { items, last } = await queryItems({
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': pk },
      ConsistentRead: true,
      Limit: pageSize,
      ExclusiveStartKey: from,
    })
    if (items.length > 0) await send(items)
    from = last
  } while (from)
  return true
}

/** What is done for each minute that begins, possibly several times. */
type OnMinute = (minute: Date) => Promise<void>

/**
 * Sends the messages of all minutes that have begun and were not sent yet. A minute's messages are sent when it
 * begins, and SQS holds each back until its time.
 */
export const sendScheduled = async (onMinute: OnMinute = async () => {}): Promise<void> => {
  const started = Date.now()
  const position = await positions.find({})
  const from = position ? Date.parse(position.minute) : minuteOf(started - firstLookBackMilliseconds)
  const minutes: number[] = []
  for (let minute = from; minute <= started; minute += minuteMilliseconds) minutes.push(minute)
  for (const minute of minutes) await onMinute(new Date(minute))
  const until = started + runMilliseconds
  const left = await pMap(
    minutes.flatMap((minute) => minutePartitions(minute).map((pk) => ({ minute, pk }))),
    async ({ minute, pk }) => ((await empty(pk, until)) ? Infinity : minute),
    { concurrency },
  )
  const next = Math.min(minuteOf(started - lookBackMilliseconds), ...left)
  if (next > from)
    await writeBatch([positions.itemOf(positions.make({ minute: new Date(next).toISOString() }))], [])
}

/** The Lambda function that a rule invokes every minute. What fails is done by the next run. */
export const scheduler = (onMinute?: OnMinute) =>
  middy<unknown>().handler(() =>
    inRequest({ requestId: newId(), confirmSession: noSession }, async () => sendScheduled(onMinute)),
  )
