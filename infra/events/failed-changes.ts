import {
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type _Record,
} from '@aws-sdk/client-dynamodb-streams'
import { DeleteMessageCommand, ReceiveMessageCommand, SQSClient, type Message } from '@aws-sdk/client-sqs'
import type { Context, DynamoDBRecord } from 'aws-lambda'
import { recordChanges } from '../../src/history/recorder.ts'
import { dispatchChanges } from '../../src/stream.ts'
import { asLambdaHasIt, isDispatched } from './changes.ts'

/** The consumers of the table's stream. */
const functions = { dispatcher: dispatchChanges, recorder: recordChanges }

/**
 * Lambda's message about changes that a function could not process: their position in the stream, not their contents.
 */
export interface FailedChanges {
  requestContext: { functionArn: string }
  DDBStreamBatchInfo: {
    shardId: string
    startSequenceNumber: string
    endSequenceNumber: string
    streamArn: string
  }
}

const failedFunctionName = ({ requestContext }: FailedChanges): string =>
  requestContext.functionArn.split('-').at(-1) ?? ''

interface Page {
  Records?: _Record[] | undefined
  NextShardIterator?: string | undefined
}

const forgotten = 'it has left the stream, after 24 hours'

/** Returns the changes of a message; throws if the stream has dropped them, after 24 hours. */
const readStreamRecords = async ({ DDBStreamBatchInfo: at }: FailedChanges): Promise<DynamoDBRecord[]> => {
  const client = new DynamoDBStreamsClient({})
  const end = BigInt(at.endSequenceNumber)
  const sequenceNumber = ({ dynamodb }: _Record) => BigInt(dynamodb?.SequenceNumber ?? 0)
  const { ShardIterator } = await client.send(
    new GetShardIteratorCommand({
      StreamArn: at.streamArn,
      ShardId: at.shardId,
      ShardIteratorType: 'AT_SEQUENCE_NUMBER',
      SequenceNumber: at.startSequenceNumber,
    }),
  )
  const records: _Record[] = []
  let next = ShardIterator
  while (next !== undefined && !records.some((record) => sequenceNumber(record) >= end)) {
    const page: Page = await client.send(new GetRecordsCommand({ ShardIterator: next }))
    records.push(...(page.Records ?? []))
    next = page.NextShardIterator
  }
  client.destroy()
  const failed = records.filter((record) => sequenceNumber(record) <= end)
  // the stream had the changes when Lambda sent the message
  if (failed.length === 0) throw new Error(forgotten)
  return failed.map((record) => asLambdaHasIt(record, at.streamArn)).filter(isDispatched)
}

/** Invokes the function that failed on a message's changes with these changes. Throws if it fails again. */
const handOver = async (failed: FailedChanges): Promise<void> => {
  const [name, Records] = [failedFunctionName(failed), await readStreamRecords(failed)]
  const run = functions[name as keyof typeof functions] as (typeof functions)['recorder'] | undefined
  if (!run) throw new Error(`no function of the stream is named "${name}"`)
  const { batchItemFailures } = await run({ Records }, {} as Context)
  if (batchItemFailures.length > 0) throw new Error(`the ${name} has failed again`)
}

/** Errors for a trimmed change, and for a shard that expired with its last change. */
const forgottenNames = ['TrimmedDataAccessException', 'ResourceNotFoundException']

const failureReason = (error: unknown): string =>
  error instanceof Error && forgottenNames.includes(error.name) ? forgotten : String((error as Error).message)

/** Visibility timeout of a message while it is replayed, in seconds: enough for the whole queue. */
const hiddenSeconds = 900

/**
 * Replays every change of the queue with the function that failed on it, and deletes its message on success. Returns
 * the number of successes, and the reason for each message that stays.
 */
export const replayFailedChanges = async (
  QueueUrl: string,
  onProgress: (done: number) => void,
): Promise<{ done: number; left: string[] }> => {
  const sqs = new SQSClient({})
  const left: string[] = []
  let done = 0
  const replay = async ({ Body = '', ReceiptHandle }: Message) => {
    const failed = JSON.parse(Body) as FailedChanges
    const { startSequenceNumber } = failed.DDBStreamBatchInfo
    try {
      await handOver(failed)
      await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }))
      done += 1
    } catch (error) {
      left.push(`${failedFunctionName(failed)}, change ${startSequenceNumber}: ${failureReason(error)}`)
    }
  }
  const input = { QueueUrl, MaxNumberOfMessages: 10, VisibilityTimeout: hiddenSeconds, WaitTimeSeconds: 1 }
  for (;;) {
    const { Messages = [] } = await sqs.send(new ReceiveMessageCommand(input))
    for (const message of Messages) await replay(message)
    onProgress(done)
    if (Messages.length === 0) return { done, left }
  }
}
