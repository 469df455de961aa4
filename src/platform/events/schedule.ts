import { createHash } from 'node:crypto'
import { timestamp } from '../schema/fields.ts'
import * as z from '../schema/schema.ts'
import { derivedRows } from '../table/derived-rows.ts'
import { entity } from '../table/entity.ts'
import type { QueueMessage } from './message-kind.ts'
import { queueNames } from './queues.ts'

/** How many partitions a month has, so that a minute full of messages is read and emptied side by side. */
const shards = 8

const minuteMilliseconds = 60_000

/** The beginning of the minute of a time; both in milliseconds since 1970. */
export const minuteOf = (time: number): number => time - (time % minuteMilliseconds)

const partitionOf = (month: string, shard: number) => `schedule#${month}#${shard}`

/** The month of a time, such as `2026-03`. */
export const monthOf = (at: string): string => at.slice(0, '2026-03'.length)

/** All partitions of a month. */
export const monthPartitions = (month: string): string[] =>
  Array.from({ length: shards }, (_, shard) => partitionOf(month, shard))

const shardOf = (id: string) => createHash('sha256').update(id).digest().readUInt32BE() % shards

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
    pk: partitionOf(monthOf(at), shardOf(id)),
    sk: `${at}#${id}`,
  }),
})

/** The row of a message that is to be sent at a time about the thing with that id: one for each time. */
export const scheduledRow = (id: string, at: string, { queue, kind, body }: QueueMessage) =>
  scheduledMessages.make({ id: `${kind}#${id}`, at, queue, kind, body })

/** The message of a row, whose minute has begun. */
export const messageOf = ({ at, queue, kind, body }: ReturnType<typeof scheduledMessages.read>) => ({
  queue,
  kind,
  body,
  delaySeconds: delayUntil(at),
})

/** The messages of a thing: each with the time, RFC 3339, at which it is to be sent. */
type MessagesOf<T> = (thing: T) => { at: string; message: QueueMessage }[]

/** Whether the scheduler may have sent the messages of that time already. */
const hasBegun = (at: string, now: number) => minuteOf(Date.parse(at)) <= now

/**
 * Keeps messages that things want sent at times of theirs, such as a reminder: they move with the thing and go with
 * it. To be called with each change of a thing; `read` finds it as it is by now. Gives the messages whose minute has
 * begun already, to be sent at once; they have no row.
 *
 * A message may be sent twice, or when the thing has just changed, so its worker asks the thing whether that is still
 * its time, and what it does must be idempotent.
 */
export const schedule = <T extends { id: string }>(messagesOf: MessagesOf<T>) => {
  const rowsOf = (thing: T | undefined) =>
    new Map(
      (thing ? messagesOf(thing) : []).map(({ at, message }) => {
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
        new Map([...rowsOf(thing)].filter(([, { at }]) => !hasBegun(at, now)))
      await derivedRows(scheduledMessages, waiting).sync(before, after, read)
      const known = rowsOf(before)
      return [...rowsOf(after)].flatMap(([key, row]) =>
        hasBegun(row.at, now) && !known.has(key) ? [messageOf(row)] : [],
      )
    },
  }
}

/** The seconds from now to a time of this minute, as SQS holds a message back. */
export const delayUntil = (at: string): number => Math.max(0, Math.ceil((Date.parse(at) - Date.now()) / 1000))
