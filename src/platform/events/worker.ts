import type * as z from '../schema/schema.ts'
import type { MessageKind, QueueMessage } from './message-kind.ts'
import type { GivingUpQueue, QueueName, RecursiveQueue } from './queues.ts'
import { sendToQueues } from './sqs.ts'

/** The options of a worker of this queue. */
type WorkerOptions<Q extends QueueName, Message> = {
  /** Files that it reads, by their path from the top of the repository; they go with it when it is packaged. */
  assets?: readonly string[]
} & (Q extends GivingUpQueue ? { giveUp: (message: Message) => Promise<Next | void> } : { giveUp?: never })

/** What a worker continues with, in whichever queue may be sent to by workers. */
type Next = QueueMessage<RecursiveQueue> | QueueMessage<RecursiveQueue>[] | undefined

/** A worker, which the function of its queue (queue-function.ts) runs. */
export interface Worker {
  kind: string
  /** The queues in which its messages come. */
  queues: readonly QueueName[]
  assets: readonly string[]
  work: (body: unknown) => Promise<void>
  /** Says of a message whose work has failed again and again that it has. */
  giveUp: ((body: unknown) => Promise<void>) | undefined
}

/**
 * The only way to define a worker. The work must be idempotent: SQS delivers at least once, and again when it fails.
 * What it returns is sent next, and so is what is returned when it is given up.
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
