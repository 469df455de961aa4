import middy from '@middy/core'
import { timestamp } from '../schema/fields.ts'
import * as z from '../schema/schema.ts'
import { removeBatch, writeBatch } from '../table/batch/batch-write.ts'
import { entity } from '../table/entity.ts'
import { queryItems } from '../table/query.ts'
import type { Item, Key } from '../table/operation.ts'
import { newId } from '../runtime/id.ts'
import { inRequest, noSession } from '../runtime/request-context.ts'
import { toScheduledMessage, startOfMinute, toMonth, monthPartitions, scheduledMessages } from './schedule.ts'
import { trySend } from './sqs.ts'

/** First minute that may have unsent messages. */
const positions = entity({
  name: 'platform.schedule_position',
  isInternal: true,
  schema: z.object({ minute: timestamp }),
  key: () => ({ pk: 'schedule', sk: 'position' }),
})

const minuteMilliseconds = 60_000

/** Time for which a minute is read again: a write to it may still have been in flight. */
const lookBackMilliseconds = 5 * minuteMilliseconds

/** Time the first run looks back (ms): messages may be scheduled before the scheduler has run. */
const firstLookBackMilliseconds = 15 * minuteMilliseconds

/** Maximum duration of a run in milliseconds; the next run continues. */
const runMilliseconds = 50_000

/** Number of messages of a partition read, sent and removed at once. */
const pageSize = 500

const isoTime = (milliseconds: number) => new Date(milliseconds).toISOString()

/** Sends messages and removes their rows. Returns the errors of unsent messages; their rows stay. */
const sendRows = async (items: Item[]): Promise<unknown[]> => {
  const rows = items.map((item) => ({ key: item, message: toScheduledMessage(scheduledMessages.read(item)) }))
  const unsent = await trySend(rows.map(({ message }) => message))
  const left = new Set(unsent.flatMap(({ messages }) => messages))
  // after sending: a crash in between sends the messages again
  await removeBatch(rows.flatMap(({ key, message }) => (left.has(message) ? [] : [key])))
  return unsent.map(({ error }) => error)
}

/** A run; it sends messages due before `end` (RFC 3339), and stops at `until`, in milliseconds since 1970. */
interface Run {
  end: string
  until: number
}

/**
 * Sends the messages due in a partition. Returns the errors of unsent messages; running out of time is not an error.
 */
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
    if (items.length > 0) failures.push(...(await sendRows(items)))
    from = last
  } while (from && Date.now() <= until)
  return failures
}

/** Returns the months from one time to another, each with the start of the next one, in milliseconds since 1970. */
const monthsBetween = (from: number, to: number): { month: string; next: number }[] => {
  const months = []
  const begin = new Date(from)
  begin.setUTCDate(1)
  begin.setUTCHours(0, 0, 0, 0)
  while (begin.getTime() <= to) {
    const month = toMonth(begin.toISOString())
    months.push({ month, next: begin.setUTCMonth(begin.getUTCMonth() + 1) })
  }
  return months
}

/** Returns the start of a run. A position ahead of the clock was stored before the clock was set back. */
const firstMinute = async (now: number): Promise<number> => {
  const position = await positions.find({})
  if (!position) return startOfMinute(now - firstLookBackMilliseconds)
  return Math.min(Date.parse(position.minute), startOfMinute(now - lookBackMilliseconds))
}

const storePosition = (minute: number) =>
  writeBatch([positions.itemOf(positions.make({ minute: isoTime(minute) }))], [])

/** Work that is due at fixed times of the service; receives the span between two times, possibly more than once. */
type OnSpan = (span: { from: Date; until: Date }) => Promise<void>

/** Sends the messages due from a time on, and stores the position up to which all were sent. */
const sendSince = async (from: number, now: number, failures: unknown[]): Promise<void> => {
  const run = { end: isoTime(startOfMinute(now) + minuteMilliseconds), until: now + runMilliseconds }
  const newest = startOfMinute(now - lookBackMilliseconds)
  for (const { month, next } of monthsBetween(from, now)) {
    const sending = monthPartitions(month).map((pk) =>
      emptyPartition(pk, run).catch((error: unknown) => [error]),
    )
    failures.push(...(await Promise.all(sending)).flat())
    if (Date.now() > run.until) return
    if (failures.length === 0) await storePosition(Math.min(next, newest))
  }
}

/**
 * Sends the unsent messages of all minutes that have begun. The messages of a minute are sent when it begins, and SQS
 * delays each until its time. A message that cannot be sent does not delay others.
 */
export const sendScheduled = async (onSpan: OnSpan = async () => {}): Promise<void> => {
  const now = Date.now()
  const from = await firstMinute(now)
  const failures: unknown[] = []
  await onSpan({ from: new Date(from), until: new Date(now) }).catch((error: unknown) => failures.push(error))
  await sendSince(from, now, failures)
  if (failures.length > 0) throw failures[0]
}

/** Creates the Lambda function that a rule invokes every minute. The next run repeats failed work. */
export const scheduler = (onSpan?: OnSpan) =>
  middy<unknown>().handler(() =>
    inRequest({ requestId: newId(), confirmSession: noSession }, async () => sendScheduled(onSpan)),
  )
