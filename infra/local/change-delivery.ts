import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda'
import { isWanted } from '../changes.ts'
import { sequenceOf } from './shard-reader.ts'

export interface ChangeReceiver {
  /** Runs the dispatcher. */
  invoke: (event: DynamoDBStreamEvent) => Promise<DynamoDBBatchResponse | undefined>
  /** Takes a record of a shard that failed too often. */
  setAside: (record: DynamoDBRecord, error: unknown, shard: string) => Promise<void>
}

type Done = (shard: string, record: DynamoDBRecord | undefined) => void

/** As many changes as Lambda hands over at once (infra/event-functions.ts). */
const batchSize = 100
const maxAttempts = 5

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

/** The index of the first record that failed, or how many there are. */
const attempt = async (
  Records: DynamoDBRecord[],
  invoke: ChangeReceiver['invoke'],
): Promise<{ failed: number; error?: unknown }> => {
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

/**
 * Hands changes over as Lambda does: in order, from the failed record on after a partial failure, a failing record
 * alone, and put aside after five attempts so that it does not block the others.
 */
export const changeDelivery = ({ invoke, setAside }: ChangeReceiver, done: Done) => {
  let failing = { sequence: '', attempts: 0 }
  const deliver = async (shard: string, records: DynamoDBRecord[]): Promise<void> => {
    const wanted = records.filter(isWanted)
    const { failed, error } = wanted.length > 0 ? await attempt(wanted, invoke) : { failed: 0 }
    const record = wanted[failed]
    done(shard, records[(record ? records.indexOf(record) : records.length) - 1])
    if (!record) return
    const sequence = sequenceOf(record)
    failing = { sequence, attempts: failing.sequence === sequence ? failing.attempts + 1 : 1 }
    if (failing.attempts < maxAttempts || wanted.length > 1) return
    await setAside(record, error, shard)
    done(shard, record)
  }
  return {
    /** How often the record has failed that comes next, 0 when none has. */
    attempts: () => failing.attempts,
    /** Hands the records of a shard over, up to the first that fails. */
    deliverAll: async (shard: string, records: DynamoDBRecord[]): Promise<void> => {
      const [first] = records
      if (first && sequenceOf(first) !== failing.sequence) failing = { sequence: '', attempts: 0 }
      for (const batch of first ? inBatches(records) : []) {
        await deliver(shard, batch)
        if (failing.attempts > 0) return
      }
    },
  }
}
