import middy from '@middy/core'
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import { log } from '../runtime/log.ts'
import { inRequest, noSession } from '../runtime/request-context.ts'
import { maxAttempts, maxDeliveries, messageIn, queueSpec, type QueueName } from './queues.ts'
import { ClaimedWork, LastingFailure, LaterFailure } from '../runtime/work-failure.ts'
import { extendVisibility, sendToDeadLetters } from './sqs.ts'
import type { Worker } from './worker.ts'

/**
 * Visibility timeout of a message, extended while the message is processed, in seconds: a killed worker is soon
 * replaced.
 */
const hiddenSeconds = 60

/** Runs work that may take longer than one visibility timeout. */
const whileHidden = async <T>({ Records }: SQSEvent, queue: QueueName, work: () => Promise<T>) => {
  const handles = Records.map(({ receiptHandle }) => receiptHandle)
  const hideAll = () =>
    extendVisibility(queue, handles, hiddenSeconds).catch((error: unknown) =>
      log.error('extending the visibility timeout failed', error, { queue }),
    )
  await hideAll()
  const timer = setInterval(() => void hideAll(), (hiddenSeconds * 1000) / 3)
  return work().finally(() => clearInterval(timer))
}

/** Workers of a queue by message kind. */
type Workers = Record<string, Worker>

/** Redelivers a message after this time, or after its visibility timeout if that fails. */
const hideFor = (queue: QueueName, { receiptHandle }: SQSRecord, seconds: number): Promise<void> =>
  extendVisibility(queue, [receiptHandle], seconds).catch((error: unknown) =>
    log.error('hiding a message failed', error, { queue }),
  )

/** Passes a message to its worker; gives it up if the work has failed too often, or permanently. */
const workOn = async (record: SQSRecord, queue: QueueName, workers: Workers): Promise<void> => {
  const delivery = Number(record.attributes?.ApproximateReceiveCount ?? 1)
  const { attempts = maxAttempts } = queueSpec(queue)
  const about: { queue: QueueName; delivery: number; kind?: string } = { queue, delivery }
  // a metric counts this line (infra/template/logs.yml)
  const noteEnd = (reason?: string) => log.warn('message given up', { ...about, ...(reason && { reason }) })
  try {
    const { kind, body } = messageIn(queue, record.body)
    about.kind = kind
    const worker = workers[kind]
    if (!worker) throw new Error(`The queue ${queue} has no worker for messages of the type ${kind}.`)
    if (!worker.giveUp || delivery <= attempts) return await worker.work(body)
    if (delivery === attempts + 1) noteEnd()
    await worker.giveUp(body)
  } catch (error) {
    if (error instanceof ClaimedWork) log.info('message postponed', { ...about, reason: error.message })
    else log.error('message failed', error, about)
    if (error instanceof LastingFailure) {
      await sendToDeadLetters(queue, record.body, error.reason)
      return noteEnd(error.reason)
    }
    if (error instanceof LaterFailure) await hideFor(queue, record, error.seconds)
    const spec = queueSpec(queue)
    if (delivery === maxDeliveries(spec) && !spec.givesUp) noteEnd()
    throw error
  }
}

export type QueueFunction = (event: SQSEvent, context: Context) => Promise<SQSBatchResponse>

/**
 * Creates the Lambda function of a queue. It receives one message at a time, so that a message that kills it harms no
 * other. Failed messages are reported (`ReportBatchItemFailures`), redelivered after the visibility timeout or when
 * their worker asks for it, and end in the dead-letter queue.
 */
export const queueFunction = (queue: QueueName, workers: Workers): QueueFunction => {
  const workOnAll = async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const outcomes = await Promise.allSettled(
      Records.map((record) =>
        inRequest({ requestId: record.messageId, confirmSession: noSession }, () =>
          workOn(record, queue, workers),
        ),
      ),
    )
    const failed = Records.filter((_, index) => outcomes[index]?.status === 'rejected')
    return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) }
  }
  const isLong = (queueSpec(queue).timeoutSeconds ?? 0) > hiddenSeconds
  return middy<SQSEvent, SQSBatchResponse>().handler((event: SQSEvent) =>
    isLong ? whileHidden(event, queue, () => workOnAll(event)) : workOnAll(event),
  )
}
