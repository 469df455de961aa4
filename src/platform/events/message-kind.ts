import * as z from '../schema/schema.ts'
import type { QueueName } from './queues.ts'

/** A message for a worker: plain JSON, at most 256 KiB (SQS limit). */
export interface QueueMessage<Q extends QueueName = QueueName> {
  queue: Q
  /** Says which worker takes it. */
  kind: string
  body: unknown
  /** How long SQS holds it back, in seconds, at most 900 (SQS limit). */
  delaySeconds?: number
  /** For whom it is: those of others are delivered before many for one person. */
  person?: string
}

/** What a worker is sent. A message sent before a deployment must still be readable after it. */
export interface MessageKind<Q extends QueueName = QueueName, Body extends z.ZodType = z.ZodType> {
  /** Stays: messages and scheduled rows carry it. */
  name: string
  /** The queue whose memory, time and rights its work needs. */
  queue: Q
  /** What the worker checks a message against when it receives it. */
  schema: Body
  message: (body: z.input<Body>, delaySeconds?: number, person?: string) => QueueMessage<Q>
}

/** The only way to define what a worker (worker.ts) is sent. */
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

/** The same for a message of these fields. */
export const messageWith = <Q extends QueueName, Fields extends z.ZodRawShape>(
  name: string,
  queue: Q,
  fields: Fields,
) => messageKind(name, queue, z.object(fields))

/** How far a message is through a list (fan-out.ts): null at the beginning. */
export const Cursor = z.orNull(z.string())
