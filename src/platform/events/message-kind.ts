import * as z from '../schema/schema.ts'
import type { QueueName } from './queues.ts'

/** A message for a worker: plain JSON, at most 256 KiB (SQS limit). */
export interface QueueMessage<Q extends QueueName = QueueName> {
  queue: Q
  /** Name of the message kind, which selects the worker. */
  kind: string
  body: unknown
  /** Time that SQS delays the message, in seconds, at most 900 (SQS limit). */
  delaySeconds?: number
  /** ID of the person concerned: SQS delivers messages for others before a backlog for one person. */
  person?: string
}

/** Kind of messages for a worker. A message sent before a deployment must still be readable after it. */
export interface MessageKind<Q extends QueueName = QueueName, Body extends z.ZodType = z.ZodType> {
  /** Permanent name: messages and scheduled rows carry it. */
  name: string
  /** Queue with the memory, time and permissions that the work needs. */
  queue: Q
  /** Schema by which the worker checks a received message. */
  schema: Body
  message: (body: z.input<Body>, delaySeconds?: number, person?: string) => QueueMessage<Q>
}

/** Defines a message kind of a worker (worker.ts), in the only way to do so. */
export const messageKind = <Q extends QueueName, Body extends z.ZodType>(
  name: string,
  queue: Q,
  schema: Body,
): MessageKind<Q, Body> => ({
  name,
  queue,
  schema,
  message: (body, delaySeconds = 0, person) => ({
    queue,
    kind: name,
    body,
    delaySeconds,
    ...(person !== undefined && { person }),
  }),
})

/** Defines a message kind with these fields. */
export const messageWith = <Q extends QueueName, Fields extends z.ZodRawShape>(
  name: string,
  queue: Q,
  fields: Fields,
) => messageKind(name, queue, z.object(fields))

/** Position of a message in a list (fan-out.ts); null at the beginning. */
export const Cursor = z.orNull(z.string())
