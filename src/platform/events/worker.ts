import type * as z from '../schema/schema.ts'
import type { MessageKind, QueueMessage } from './message-kind.ts'
import type { GivingUpQueue, QueueName, RecursiveQueue } from './queues.ts'
import { sendToQueues } from './sqs.ts'

type WorkerOptions<Q extends QueueName, Message> = {
  /** Files that the worker reads, by path from the root of the repository; they are packaged with it. */
  assets?: readonly string[]
} & (Q extends GivingUpQueue ? { giveUp: (message: Message) => Promise<Next | void> } : { giveUp?: never })

/** Messages with which a worker continues, in queues to which workers may send. */
type Next = QueueMessage<RecursiveQueue> | QueueMessage<RecursiveQueue>[] | undefined

/** A worker, run by the function of its queue (queue-function.ts). */
export interface Worker {
  kind: string
  /** Queues of its messages. */
  queues: readonly QueueName[]
  assets: readonly string[]
  work: (body: unknown) => Promise<void>
  /** Handles a message whose work has failed too often. */
  giveUp: ((body: unknown) => Promise<void>) | undefined
}

/**
 * Defines a worker, in the only way to do so. The work must be idempotent: SQS delivers at least once, and again after
 * a failure. The messages that `work` or `giveUp` returns are sent next.
 */
export const worker = <Q extends QueueName, Body extends z.ZodType>(
  kind: MessageKind<Q, Body>,
  options: WorkerOptions<Q, z.output<Body>>,
  work: (message: z.output<Body>) => Promise<Next | void>,
): Worker => {
  const { assets = [], giveUp } = options
  const follow = async (next: Next | void) => {
    if (next) await sendToQueues([next].flat())
  }
  return {
    kind: kind.name,
    queues: [kind.queue],
    assets,
    work: async (body) => follow(await work(kind.schema.parse(body))),
    giveUp: giveUp && (async (body) => follow(await giveUp(kind.schema.parse(body)))),
  }
}
