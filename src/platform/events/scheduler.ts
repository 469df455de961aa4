import middy from '@middy/core'
import { timestamp } from '../schema/fields.ts'
import * as z from '../schema/schema.ts'
import { removeBatch, writeBatch } from '../table/batch/batch-write.ts'
import { entity } from '../table/entity.ts'
import { queryItems } from '../table/query.ts'
import type { Item, Key } from '../table/operation.ts'
import { newId } from '../runtime/id.ts'
import { inRequest, noSession } from '../runtime/request-context.ts'
import { messageOf, minuteOf, monthOf, monthPartitions, scheduledMessages } from './schedule.ts'
import { trySend } from './sqs.ts'

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

/** Time the first run looks back (ms): messages may be scheduled before the scheduler has run. */
const firstLookBackMilliseconds = 15 * minuteMilliseconds

/** When a run stops, in milliseconds from its start: the next one continues where it was. */
const runMilliseconds = 50_000

/** How many messages are read, sent and removed at once in a partition. */
const pageSize = 500

const timeOf = (milliseconds: number) => new Date(milliseconds).toISOString()

/** Sends messages and removes their rows. Gives why some were not sent; their rows stay. */
const send = async (items: Item[]): Promise<unknown[]> => {
  const rows = items.map((item) => ({ key: item, message: messageOf(scheduledMessages.read(item)) }))
  const unsent = await trySend(rows.map(({ message }) => message))
  const left = new Set(unsent.flatMap(({ messages }) => messages))
  // after they were sent: anyone who is killed in between sends them again
  await removeBatch(rows.flatMap(({ key, message }) => (left.has(message) ? [] : [key])))
  return unsent.map(({ error }) => error)
}

/** A run: it sends what is due before `end`, RFC 3339, and stops at `until`, in milliseconds since 1970. */
interface Run {
  end: string
  until: number
}

/** Sends what is due in a partition. Gives why something is left, if it is for another reason than the time. */
const emptyPartition = async (pk: string, { end, until }: Run): Promise<unknown[]> => {
  const failures: unknown[] = []
  let from: Key | undefined
  do {
    const { items, last } = await queryItems({
      KeyConditionExpression: 'pk = :pk AND sk < :end',
      ExpressionAttributeValues: { ':pk': pk, ':end': end },
      ConsistentRead: true,
      Limit: pageSize,
      ExclusiveStartKey: from,
    })
    if (items.length > 0) failures.push(...(await send(items)))
    from = last
  } while (from && Date.now() <= until)
  return failures
}

/** The months from one time to another, each with the beginning of the next, in milliseconds since 1970. */
const monthsBetween = (from: number, to: number): { month: string; next: number }[] => {
  const months = []
  const begin = new Date(from)
  begin.setUTCDate(1)
  begin.setUTCHours(0, 0, 0, 0)
  while (begin.getTime() <= to) {
    const month = monthOf(begin.toISOString())
    months.push({ month, next: begin.setUTCMonth(begin.getUTCMonth() + 1) })
  }
  return months
}

/** From where a run starts. A position that is ahead of the clock was stored before the clock was set back. */
const startOf = async (now: number): Promise<number> => {
  const position = await positions.find({})
  if (!position) return minuteOf(now - firstLookBackMilliseconds)
  return Math.min(Date.parse(position.minute), minuteOf(now - lookBackMilliseconds))
}

const store = (minute: number) =>
  writeBatch([positions.itemOf(positions.make({ minute: timeOf(minute) }))], [])

/** What is to be done at times of the service's own: all that fall between two times, possibly several times. */
type OnSpan = (span: { from: Date; until: Date }) => Promise<void>

/** Sends what is due from a time on, and stores how far nothing is left and nothing has failed. */
const sendSince = async (from: number, now: number, failures: unknown[]): Promise<void> => {
  const run = { end: timeOf(minuteOf(now) + minuteMilliseconds), until: now + runMilliseconds }
  const newest = minuteOf(now - lookBackMilliseconds)
  for (const { month, next } of monthsBetween(from, now)) {
    const sending = monthPartitions(month).map((pk) =>
      emptyPartition(pk, run).catch((error: unknown) => [error]),
    )
    failures.push(...(await Promise.all(sending)).flat())
    if (Date.now() > run.until) return
    if (failures.length === 0) await store(Math.min(next, newest))
  }
}

/**
 * Sends the messages of all minutes that have begun and were not sent yet. A minute's messages are sent when it
 * begins, and SQS holds each back until its time. What cannot be sent holds up nothing else.
 */
export const sendScheduled = async (onSpan: OnSpan = async () => {}): Promise<void> => {
  const now = Date.now()
  const from = await startOf(now)
  const failures: unknown[] = []
  await onSpan({ from: new Date(from), until: new Date(now) }).catch((error: unknown) => failures.push(error))
  await sendSince(from, now, failures)
  if (failures.length > 0) throw failures[0]
}

/** The Lambda function that a rule invokes every minute. What fails is done by the next run. */
export const scheduler = (onSpan?: OnSpan) =>
  middy<unknown>().handler(() =>
    inRequest({ requestId: newId(), confirmSession: noSession }, async () => sendScheduled(onSpan)),
  )
