import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import { randomUUID } from 'node:crypto'
import type { QueueMessage } from '../../src/platform/events/message-kind.ts'
import { queueFunction } from '../../src/platform/events/queue-function.ts'
import type { Worker } from '../../src/platform/events/worker.ts'

/** Returns a message as Lambda delivers it, with its delivery count. */
export const recordOf = ({ kind, body }: Pick<QueueMessage, 'kind' | 'body'>, delivery = 1): SQSRecord =>
  ({
    messageId: randomUUID(),
    receiptHandle: 'none',
    body: JSON.stringify({ kind, body }),
    attributes: { ApproximateReceiveCount: String(delivery) },
  }) as SQSRecord

/** Returns messages as Lambda delivers them. */
export const eventOf = (...messages: Pick<QueueMessage, 'kind' | 'body'>[]): SQSEvent => ({
  Records: messages.map((message) => recordOf(message)),
})

/** Returns the function of a worker's queue, with this worker only. */
export const functionOf = (worker: Worker) => {
  const [queue = 'notices'] = worker.queues
  const run = queueFunction(queue, { [worker.kind]: worker })
  return (event: SQSEvent): Promise<SQSBatchResponse> => run(event, {} as Context)
}

/** Delivers messages to a worker through the function of its queue. */
export const handTo = (worker: Worker, ...bodies: unknown[]): Promise<SQSBatchResponse> =>
  functionOf(worker)(eventOf(...bodies.map((body) => ({ kind: worker.kind, body }))))
