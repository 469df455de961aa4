import { GetRecordsCommand, GetShardIteratorCommand } from '@aws-sdk/client-dynamodb-streams'
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Endpoints } from './emulator-endpoints.ts'
import { asLambdaHasIt, isWanted } from '../changes.ts'
import { streamOf, type Stream } from './table-stream.ts'

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
  /** Takes a record of a shard that failed too often. */
  setAside: (record: DynamoDBRecord, error: unknown, shard: string) => Promise<void>
  /** The table's stream, looked for when absent. */
  stream?: Stream
}

/** As many changes as Lambda hands over at once (infra/event-functions.ts). */
const batchSize = 100
const maxAttempts = 5

/**
 * How long the stream is left alone when nothing is in it, in milliseconds: while something happens, and when nobody
 * has called and nothing has changed for some seconds.
 */
const pauses = { busy: 100, idle: 1_000 }
const busyMilliseconds = 5_000

/**
 * How many changes are read at once: nearly all of them may be rows of the index, which go no further. As long as
 * nothing else comes they are left to become many, since each reading takes time from whoever writes them.
 */
const maxRead = 1_000

/** The records in parts, each with as many that come to the dispatcher as it takes at once. */
const inBatches = (records: DynamoDBRecord[]): DynamoDBRecord[][] => {
  const batches: DynamoDBRecord[][] = [[]]
  let wanted = 0
  for (const record of records) {
    if (isWanted(record) && wanted++ > 0 && wanted % batchSize === 1) batches.push([])
    batches.at(-1)?.push(record)
  }
  return batches
}

const sequenceOf = (record: DynamoDBRecord) => record.dynamodb?.SequenceNumber as string

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
  /** How many times the stream was read, and at which of them it was last at its end. */
  const reads = { begun: 0, atEnd: -1 }
  /** Whether the last reading is to be followed by another one at once. */
  let hasMore = false
  let wake = () => {}
  let lastNews = performance.now()

  /** Has the stream read soon, and often for a while, as something may be written now. */
  const expectNews = () => {
    const isIdle = performance.now() - lastNews > busyMilliseconds
    lastNews = performance.now()
    if (isIdle) wake()
  }

  /** Where the next reading of a shard begins, if it is behind this sequence number. */
  const next = new Map<string, { after: string | undefined; iterator: string | undefined }>()

  const iteratorOf = async (arn: string, shard: string): Promise<string | undefined> => {
    const last = checkpoint[shard]
    const known = next.get(shard)
    if (known?.iterator !== undefined && known.after === last) return known.iterator
    const from = last
      ? ({ ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: last } as const)
      : ({ ShardIteratorType: 'TRIM_HORIZON' } as const)
    const command = new GetShardIteratorCommand({ StreamArn: arn, ShardId: shard, ...from })
    return (await client.send(command)).ShardIterator
  }

  const read = async (arn: string, shard: string, Limit: number) => {
    const ShardIterator = await iteratorOf(arn, shard)
    const { Records = [], NextShardIterator: iterator } = await client.send(
      new GetRecordsCommand({ ShardIterator, Limit }),
    )
    const records = Records.map((record) => asLambdaHasIt(record, arn))
    const last = records.at(-1)
    next.set(shard, { after: last ? sequenceOf(last) : checkpoint[shard], iterator })
    return records
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
    hasMore ||= wanted.length > 0
    const { failed, error } = wanted.length > 0 ? await attempt(wanted) : { failed: 0 }
    const record = wanted[failed]
    done(shard, records[(record ? records.indexOf(record) : records.length) - 1])
    if (!record) return
    failing = {
      sequence: sequenceOf(record),
      attempts: failing.sequence === sequenceOf(record) ? failing.attempts + 1 : 1,
    }
    if (failing.attempts < maxAttempts || wanted.length > 1) return
    await setAside(record, error, shard)
    done(shard, record)
  }

  /** Handles what stands in the stream now, at most 1 000 records of each shard. Gives how many it saw. */
  const step = async (): Promise<number> => {
    hasMore = false
    const { arn, shards } = await described()
    const number = reads.begun++
    let seen = 0
    for (const shard of shards) {
      const records = await read(arn, shard, failing.attempts > 0 ? 1 : maxRead)
      seen += records.length
      hasMore ||= records.length === maxRead
      const first = records[0]
      if (!first) continue
      if (failing.attempts > 0 && sequenceOf(first) !== failing.sequence)
        failing = { sequence: '', attempts: 0 }
      for (const batch of inBatches(records)) {
        await handle(shard, batch)
        if (failing.attempts > 0) break
      }
    }
    if (seen === 0) reads.atEnd = number
    return seen
  }

  /** Resolves when `run` has read the stream to its end, with all that was in it when this was called. */
  const caughtUp = async (): Promise<void> => {
    const next = reads.begun
    while (reads.atEnd < next) {
      wake()
      await sleep(10)
    }
  }

  /** A pause that ends when somebody waits for the end of the stream. */
  const pauseFor = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  /** Follows the stream until the signal; a failing record is tried again with growing pauses. */
  const run = async (signal: AbortSignal, onError: (error: unknown) => void): Promise<void> => {
    signal.addEventListener('abort', () => wake())
    while (!signal.aborted) {
      const seen = await step().catch((error: unknown) => {
        if (!signal.aborted) onError(error)
        hasMore = false
        return 0
      })
      if (seen > 0) lastNews = performance.now()
      if (failing.attempts > 0)
        await sleep(100 * 2 ** failing.attempts, undefined, { signal }).catch(() => {})
      else if (!hasMore)
        await pauseFor(performance.now() - lastNews > busyMilliseconds ? pauses.idle : pauses.busy)
    }
    reads.atEnd = Infinity
    client.destroy()
  }

  return { step, run, caughtUp, expectNews }
}
