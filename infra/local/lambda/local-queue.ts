import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  ReceiveMessageCommand,
  type Message,
  type SQSClient,
} from '@aws-sdk/client-sqs'
import type { SQSRecord } from 'aws-lambda'
import { localAws } from '../settings/variables.ts'

/** SQS's maximum number of messages per call. */
const maxMessages = 10

/** Attributes that Lambda always sends with a message; the SQS emulator omits some. */
const noAttributes: SQSRecord['attributes'] = {
  ApproximateReceiveCount: '',
  SentTimestamp: '',
  SenderId: '',
  ApproximateFirstReceiveTimestamp: '',
}

const toSqsRecord = (message: Message, url: string): SQSRecord => ({
  messageId: message.MessageId as string,
  receiptHandle: message.ReceiptHandle as string,
  body: message.Body as string,
  attributes: { ...noAttributes, ...message.Attributes },
  messageAttributes: {},
  md5OfBody: message.MD5OfBody as string,
  eventSource: 'aws:sqs',
  eventSourceARN: `arn:aws:sqs:${localAws.region}:000000000000:${url.split('/').at(-1)}`,
  awsRegion: localAws.region,
})

const batchEntries = (records: SQSRecord[]) =>
  records.map(({ receiptHandle }, index) => ({ Id: String(index), ReceiptHandle: receiptHandle }))

/** Local queue with Lambda's operations: a received message is hidden for `visibilitySeconds`. */
export const localQueue = (client: SQSClient, QueueUrl: string, visibilitySeconds: number) => ({
  /** Receives at most this many messages; waits for up to `WaitTimeSeconds` for one. */
  receive: async (
    count: number,
    WaitTimeSeconds: number,
    abortSignal?: AbortSignal,
  ): Promise<SQSRecord[]> => {
    const command = new ReceiveMessageCommand({
      QueueUrl,
      MaxNumberOfMessages: Math.min(count, maxMessages),
      WaitTimeSeconds,
      VisibilityTimeout: visibilitySeconds,
      MessageSystemAttributeNames: ['All'],
    })
    const { Messages = [] } = await client.send(command, abortSignal && { abortSignal })
    return Messages.map((message) => toSqsRecord(message, QueueUrl))
  },
  hide: async (records: SQSRecord[], VisibilityTimeout = visibilitySeconds): Promise<void> => {
    if (records.length === 0) return
    const Entries = batchEntries(records).map((entry) => ({ ...entry, VisibilityTimeout }))
    await client.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl, Entries }))
  },
  remove: async (records: SQSRecord[]): Promise<void> => {
    if (records.length === 0) return
    await client.send(new DeleteMessageBatchCommand({ QueueUrl, Entries: batchEntries(records) }))
  },
})

export type LocalQueue = ReturnType<typeof localQueue>
