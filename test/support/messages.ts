import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import { randomUUID } from 'node:crypto'
import type { QueueMessage } from '../../src/platform/events/message-kind.ts'
import { queueFunction } from '../../src/platform/events/queue-function.ts'
import type { Worker } from '../../src/platform/events/worker.ts'

/** A message as Lambda hands it over, when it is delivered for the so manyth time. */
export const recordOf = ({ kind, body }: Pick<QueueMessage, 'kind' | 'body'>, delivery = 1): SQSRecord =>
  ({
    messageId: randomUUID(),
    receiptHandle: 'none',
    body: JSON.stringify({ kind, body }),
    attributes: { ApproximateReceiveCount: String(delivery) },
  }) as SQSRecord

/** Messages as Lambda hands them over. */
export const eventOf = (...messages: Pick<QueueMessage, 'kind' | 'body'>[]): SQSEvent => ({
  Records: messages.map((message) => recordOf(message)),
})

/** The function of a worker's queue, as if it had this worker alone. */
export const functionOf = (worker: Worker) => {
  const [queue = 'notices'] = worker.queues
  const run = queueFunction(queue, { [worker.kind]: worker })
  return (event: SQSEvent): Promise<SQSBatchResponse> => run(event, {} as Context)
}

/** Hands messages to a worker, as the function of its queue does. */
export const handTo = (worker: Worker, ...bodies: unknown[]): Promise<SQSBatchResponse> =>
  functionOf(worker)(eventOf(...bodies.map((body) => ({ kind: worker.kind, body }))))
