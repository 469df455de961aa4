import * as z from '../schema/schema.ts'

/** A message for a worker: plain JSON, at most 256 KiB (SQS limit). */
export interface QueueMessage<Name extends string = string> {
  queue: Name
  body: unknown
  /** How long SQS holds it back, in seconds, at most 900 (SQS limit). */
  delaySeconds?: number
  /** For whom it is: of a queue of many for one person, SQS delivers those of others first (its fair queues). */
  person?: string
}

/** A queue and the schema of its messages. A message sent before a deployment must still be readable after it. */
export interface Queue<Name extends string = string, Body extends z.ZodType = z.ZodType> {
  /** The function of its worker follows from it, and what infra/queues.ts calls it. */
  name: Name
  /** What the worker checks a message against when it receives it. */
  schema: Body
  message: (body: z.input<Body>, delaySeconds?: number, person?: string) => QueueMessage<Name>
}

/** The only way to define a queue; its worker (worker.ts) brings it into being. */
export const queue = <const Name extends string, Body extends z.ZodType>(
  name: Name,
  schema: Body,
): Queue<Name, Body> => ({
  name,
  schema,
  message: (body, delaySeconds = 0, person) => ({
    queue: name,
    body,
    delaySeconds,
    ...(person !== undefined && { person }),
  }),
})

/** How far a message is through a list (fan-out.ts): null at the beginning. */
export const Cursor = z.string().nullable().default(null)
