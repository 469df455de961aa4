import { createHash } from 'node:crypto'
import { timestamp } from '../schema/fields.ts'
import * as z from '../schema/schema.ts'
import { derivedRows } from '../table/derived-rows.ts'
import { entity } from '../table/entity.ts'
import type { QueueMessage } from './queue.ts'

/** How many partitions a minute has, so that one full of messages is read and emptied side by side. */
const shards = 8

const minuteMilliseconds = 60_000

/** How long a row stays that was written after its minute: nobody reads it. */
const keptSeconds = 7 * 86_400

/** The beginning of the minute of a time; both in milliseconds since 1970. */
export const minuteOf = (time: number): number => time - (time % minuteMilliseconds)

const partitionOf = (minute: number, shard: number) =>
  `schedule#${new Date(minute).toISOString().slice(0, 16)}#${shard}`

/** All partitions of a minute. */
export const minutePartitions = (minute: number): string[] =>
  Array.from({ length: shards }, (_, shard) => partitionOf(minute, shard))

const shardOf = (id: string) => createHash('sha256').update(id).digest().readUInt32BE() % shards

/** A message to be sent at a time, in a row under its minute. `id` is unique among those of that time. */
export const scheduledMessages = entity({
  name: 'platform.scheduled_message',
  isInternal: true,
  schema: z.object({ id: z.string(), at: timestamp, queue: z.string(), body: z.unknown() }),
  key: ({ id, at }: { id: string; at: string }) => ({
    pk: partitionOf(minuteOf(Date.parse(at)), shardOf(id)),
    sk: `${at}#${id}`,
  }),
  expires: ({ at }) => Math.floor(Date.parse(at) / 1000) + keptSeconds,
})

/** The messages of a thing: each with the time, RFC 3339, at which it is to be sent. */
type MessagesOf<T> = (thing: T) => { at: string; message: QueueMessage }[]

/**
 * Keeps messages that things want sent at times of theirs, such as a reminder: they move with the thing and go with
 * it. To be called with each change of a thing; `read` finds it as it is by now. Gives the messages whose minute has
 * begun already, to be sent at once.
 *
 * A message may be sent twice, or when the thing has just changed, so its worker asks the thing whether that is still
 * its time, and what it does must be idempotent.
 */
export const schedule = <T extends { id: string }>(messagesOf: MessagesOf<T>) => {
  const rowsOf = (thing: T | undefined) =>
    new Map(
      (thing ? messagesOf(thing) : []).map(({ at, message: { queue, body } }) => {
        const row = scheduledMessages.make({ id: `${queue}#${thing?.id}`, at, queue, body })
        return [JSON.stringify(scheduledMessages.keyOf(row)), row] as const
      }),
    )
  const rows = derivedRows(scheduledMessages, rowsOf)
  return {
    sync: async (
      before: T | undefined,
      after: T | undefined,
      read: () => Promise<T | undefined>,
    ): Promise<QueueMessage[]> => {
      await rows.sync(before, after, read)
      const known = rowsOf(before)
      return [...rowsOf(after)].flatMap(([key, { at, queue, body }]) => {
        const isLate = minuteOf(Date.parse(at)) <= Date.now()
        return isLate && !known.has(key) ? [{ queue, body, delaySeconds: delayUntil(at) }] : []
      })
    },
  }
}

/** The seconds from now to a time of this minute, as SQS holds a message back. */
export const delayUntil = (at: string): number => Math.max(0, Math.ceil((Date.parse(at) - Date.now()) / 1000))
