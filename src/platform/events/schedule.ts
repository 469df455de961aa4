import { createHash } from 'node:crypto'
import { timestamp } from '../schema/fields.ts'
import * as z from '../schema/schema.ts'
import { derivedRows } from '../table/derived-rows.ts'
import { entity } from '../table/entity.ts'
import type { QueueMessage } from './message-kind.ts'
import { queueNames, type QueueName } from './queues.ts'

/** Number of partitions per month, so that a minute with many messages is read and emptied in parallel. */
const shards = 8

const minuteMilliseconds = 60_000

/** Returns the start of the minute of a time, both in milliseconds since 1970. */
export const startOfMinute = (time: number): number => time - (time % minuteMilliseconds)

const schedulePartition = (month: string, shard: number) => `schedule#${month}#${shard}`

/** Returns the month of a time, such as `2026-03`. */
export const toMonth = (at: string): string => at.slice(0, '2026-03'.length)

export const monthPartitions = (month: string): string[] =>
  Array.from({ length: shards }, (_, shard) => schedulePartition(month, shard))

const scheduleShard = (id: string) => createHash('sha256').update(id).digest().readUInt32BE() % shards

/**
 * A message to be sent at a time, in a row that stays until it is sent. The rows of a month are in the order of their
 * times, so that a gap of any length is read by its months (decision 0012). `id` is unique among those of that time.
 */
export const scheduledMessages = entity({
  name: 'platform.scheduled_message',
  isInternal: true,
  schema: z.object({
    id: z.string(),
    at: timestamp,
    queue: z.enum(queueNames),
    kind: z.string(),
    body: z.unknown(),
  }),
  key: ({ id, at }: { id: string; at: string }) => ({
    pk: schedulePartition(toMonth(at), scheduleShard(id)),
    sk: `${at}#${id}`,
  }),
})

/**
 * Returns the row of a message to send at a time about the record `id`; a record has at most one message for each time.
 */
export const scheduledRow = (id: string, at: string, { queue, kind, body }: QueueMessage) =>
  scheduledMessages.make({ id: `${kind}#${id}`, at, queue, kind, body })

/** Returns the message of a row whose minute has begun. */
export const toScheduledMessage = ({ at, queue, kind, body }: ReturnType<typeof scheduledMessages.read>) => ({
  queue,
  kind,
  body,
  delaySeconds: delayUntil(at),
})

/** Returns the messages of a record, each with the time at which it is to be sent (RFC 3339). */
type MessagesOf<T> = (thing: T) => { at: string; message: QueueMessage }[]

/** Returns true if a time has a year of four digits, as stored times require; messages at other times are left out. */
const isStorable = ({ at }: { at: string }): boolean => /^\d{4}-/.test(at)

/** Returns true if the scheduler may already have sent the messages of that time. */
const hasBegun = (at: string, now: number) => startOfMinute(Date.parse(at)) <= now

/**
 * Returns the message about the record `id` for a time whose minute has begun, with the remaining delay; otherwise
 * stores the message until that time.
 */
export const scheduleMessage = async <Q extends QueueName>(
  id: string,
  at: string,
  message: QueueMessage<Q>,
): Promise<QueueMessage<Q> | undefined> => {
  if (hasBegun(at, Date.now())) return { ...message, delaySeconds: delayUntil(at) }
  await scheduledMessages.ensure(scheduledRow(id, at, message))
  return undefined
}

/**
 * Keeps scheduled messages of records, such as reminders, in sync: messages move with their record and are removed with
 * it. Call `sync` with each change of a record; `read` loads its current state. `sync` returns the messages whose
 * minute has already begun, to be sent at once; these have no row.
 *
 * A message may be sent twice, or after its record has just changed, so its worker must check that the time still
 * applies, and its work must be idempotent.
 */
export const schedule = <T extends { id: string }>(messagesOf: MessagesOf<T>) => {
  const scheduledRows = (thing: T | undefined) =>
    new Map(
      (thing ? messagesOf(thing).filter(isStorable) : []).map(({ at, message }) => {
        const row = scheduledRow(thing?.id ?? '', at, message)
        return [JSON.stringify(scheduledMessages.keyOf(row)), row] as const
      }),
    )
  return {
    sync: async (
      before: T | undefined,
      after: T | undefined,
      read: () => Promise<T | undefined>,
    ): Promise<QueueMessage[]> => {
      const now = Date.now()
      const waiting = (thing: T | undefined) =>
        new Map([...scheduledRows(thing)].filter(([, { at }]) => !hasBegun(at, now)))
      await derivedRows(scheduledMessages, waiting).sync(before, after, read)
      const known = scheduledRows(before)
      return [...scheduledRows(after)].flatMap(([key, row]) =>
        hasBegun(row.at, now) && !known.has(key) ? [toScheduledMessage(row)] : [],
      )
    },
  }
}

/** Returns the seconds from now to a time of the current minute, for the delay of SQS. */
export const delayUntil = (at: string): number => Math.max(0, Math.ceil((Date.parse(at) - Date.now()) / 1000))
