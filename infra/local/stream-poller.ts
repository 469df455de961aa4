import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  ListStreamsCommand,
  type _Record,
} from '@aws-sdk/client-dynamodb-streams'
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda'
import { setTimeout as sleep } from 'node:timers/promises'
import { changePatterns, matches } from '../changes.ts'
import type { Endpoints } from './emulators.ts'
import { localAws } from './variables.ts'

/** The sequence numbers up to which each shard is done. */
export type Checkpoint = Record<string, string>

export interface StreamPollerOptions {
  endpoints: Endpoints
  tableName: string
  /** Runs the dispatcher. */
  invoke: (event: DynamoDBStreamEvent) => Promise<DynamoDBBatchResponse | undefined>
  /** Where to go on from; it is changed in place. */
  checkpoint: Checkpoint
  /** Called after every change of the checkpoint, before anything else is read. */
  save?: () => void
  /** Takes a record that failed too often. */
  setAside: (record: DynamoDBRecord, error: unknown) => Promise<void>
  /** The table's stream, looked for when absent. */
  stream?: Stream
}

/** A tenth of what Lambda hands over: the dispatcher takes a batch at once, and the emulator writes one by one. */
const batchSize = 10
const maxAttempts = 5

const asLambdaHasIt = (record: _Record, eventSourceARN: string): DynamoDBRecord => ({
  ...(record as DynamoDBRecord),
  eventSourceARN,
  dynamodb: {
    ...(record.dynamodb as NonNullable<DynamoDBRecord['dynamodb']>),
    ApproximateCreationDateTime: (record.dynamodb?.ApproximateCreationDateTime?.getTime() ?? 0) / 1_000,
  },
})

/** Whether a change comes to the dispatcher. */
export const isWanted = (record: DynamoDBRecord): boolean =>
  changePatterns.some((pattern) => matches(record, pattern))

const sequenceOf = (record: DynamoDBRecord) => record.dynamodb?.SequenceNumber as string

/** A table's stream, described once: the emulator's have one shard for good, and describing long ones takes long. */
export const streamOf = ({ endpoints, tableName }: Pick<StreamPollerOptions, 'endpoints' | 'tableName'>) => {
  const client = new DynamoDBStreamsClient({ ...localAws, endpoint: endpoints.dynamodb })
  const describe = async () => {
    const arn = (await client.send(new ListStreamsCommand({ TableName: tableName }))).Streams?.[0]?.StreamArn
    if (arn === undefined) throw new Error(`The table ${tableName} has no stream.`)
    const { StreamDescription } = await client.send(new DescribeStreamCommand({ StreamArn: arn }))
    return { arn, shards: (StreamDescription?.Shards ?? []).map(({ ShardId = '' }) => ShardId) }
  }
  let known: Awaited<ReturnType<typeof describe>> | undefined
  return { client, described: async () => (known ??= await describe()) }
}

export type Stream = ReturnType<typeof streamOf>

/**
 * Reads the table's stream as Lambda does: what its trigger's filters let through, in order, at least once, from the
 * failed record on after a partial failure, a failing record alone, and put aside after five attempts so that it does
 * not block the others.
 */
export const streamPoller = ({
  endpoints,
  tableName,
  invoke,
  checkpoint,
  save,
  setAside,
  stream = streamOf({ endpoints, tableName }),
}: StreamPollerOptions) => {
  const { client, described } = stream
  let failing = { sequence: '', attempts: 0 }
  let isBehind = true

  const read = async (arn: string, shard: string, Limit: number) => {
    const last = checkpoint[shard]
    const from = last
      ? ({ ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: last } as const)
      : ({ ShardIteratorType: 'TRIM_HORIZON' } as const)
    const iterator = new GetShardIteratorCommand({ StreamArn: arn, ShardId: shard, ...from })
    const { ShardIterator } = await client.send(iterator)
    const { Records = [] } = await client.send(new GetRecordsCommand({ ShardIterator, Limit }))
    return Records.map((record) => asLambdaHasIt(record, arn))
  }

  const done = (shard: string, record: DynamoDBRecord | undefined) => {
    if (!record) return
    checkpoint[shard] = sequenceOf(record)
    save?.()
  }

  /** The index of the first record that failed, or how many there are. */
  const attempt = async (Records: DynamoDBRecord[]): Promise<{ failed: number; error?: unknown }> => {
    try {
      const failures = (await invoke({ Records }))?.batchItemFailures ?? []
      const failed = Records.findIndex((record) =>
        failures.some(({ itemIdentifier }) => itemIdentifier === sequenceOf(record)),
      )
      return {
        failed: failed === -1 ? Records.length : failed,
        error: new Error('The dispatcher reported a failure.'),
      }
    } catch (error) {
      return { failed: 0, error }
    }
  }

  const handle = async (shard: string, records: DynamoDBRecord[]) => {
    const wanted = records.filter(isWanted)
    const { failed, error } = wanted.length > 0 ? await attempt(wanted) : { failed: 0 }
    const record = wanted[failed]
    done(shard, records[(record ? records.indexOf(record) : records.length) - 1])
    if (!record) return
    failing = {
      sequence: sequenceOf(record),
      attempts: failing.sequence === sequenceOf(record) ? failing.attempts + 1 : 1,
    }
    if (failing.attempts < maxAttempts || wanted.length > 1) return
    await setAside(record, error)
    done(shard, record)
  }

  /** Handles what stands in the stream now, at most one batch of each shard. Gives how many records it saw. */
  const step = async (): Promise<number> => {
    const { arn, shards } = await described()
    let seen = 0
    for (const shard of shards) {
      const records = await read(arn, shard, failing.attempts > 0 ? 1 : batchSize)
      seen += records.length
      // what is handled now is not done yet
      isBehind ||= records.length > 0
      const first = records[0]
      if (!first) continue
      if (failing.attempts > 0 && sequenceOf(first) !== failing.sequence)
        failing = { sequence: '', attempts: 0 }
      await handle(shard, records)
    }
    return seen
  }

  /** Resolves when the stream has been read to its end, as far as `run` knows. */
  const caughtUp = async (): Promise<void> => {
    while (isBehind) await sleep(50)
  }

  /** Follows the stream until the signal; a failing record is tried again with growing pauses. */
  const run = async (signal: AbortSignal, onError: (error: unknown) => void): Promise<void> => {
    while (!signal.aborted) {
      const seen = await step().catch((error: unknown) => {
        if (!signal.aborted) onError(error)
        return 0
      })
      isBehind = seen > 0
      const pause = failing.attempts > 0 ? 100 * 2 ** failing.attempts : seen > 0 ? 0 : 100
      if (pause > 0) await sleep(pause, undefined, { signal }).catch(() => {})
    }
    isBehind = false
    client.destroy()
  }

  return { step, run, caughtUp }
}
