import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda'
import { isDispatched } from '../../events/changes.ts'
import { recordSequence } from './shard-reader.ts'

export interface ChangeReceiver {
  invoke: (event: DynamoDBStreamEvent) => Promise<DynamoDBBatchResponse | undefined>
  /** Receives a record of a shard that failed too often. */
  setAside: (record: DynamoDBRecord, error: unknown, shard: string) => Promise<void>
}

type Done = (shard: string, record: DynamoDBRecord | undefined) => void

/** Maximum number of changes per batch, as in Lambda (infra/functions/event-functions.ts). */
const batchSize = 100
const maxAttempts = 5

/** Splits the records into batches with at most `batchSize` records for the dispatcher each. */
const splitRecords = (records: DynamoDBRecord[]): DynamoDBRecord[][] => {
  const batches: DynamoDBRecord[][] = [[]]
  let wanted = 0
  for (const record of records) {
    if (isDispatched(record) && wanted++ > 0 && wanted % batchSize === 1) batches.push([])
    batches.at(-1)?.push(record)
  }
  return batches
}

/** Returns the index of the first failed record, or the number of records if none failed. */
const invokeBatch = async (
  Records: DynamoDBRecord[],
  invoke: ChangeReceiver['invoke'],
): Promise<{ failed: number; error?: unknown }> => {
  try {
    const failures = (await invoke({ Records }))?.batchItemFailures ?? []
    const failed = Records.findIndex((record) =>
      failures.some(({ itemIdentifier }) => itemIdentifier === recordSequence(record)),
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
 * Delivers changes as Lambda does: in order, starting at the failed record after a partial failure, and a failing
 * record alone. Sets a record aside after five failed attempts, so that it does not block the others.
 */
export const changeDelivery = ({ invoke, setAside }: ChangeReceiver, done: Done) => {
  let failing = { sequence: '', attempts: 0 }
  const deliver = async (shard: string, records: DynamoDBRecord[]): Promise<void> => {
    const wanted = records.filter(isDispatched)
    const { failed, error } = wanted.length > 0 ? await invokeBatch(wanted, invoke) : { failed: 0 }
    const record = wanted[failed]
    done(shard, records[(record ? records.indexOf(record) : records.length) - 1])
    if (!record) return
    const sequence = recordSequence(record)
    failing = { sequence, attempts: failing.sequence === sequence ? failing.attempts + 1 : 1 }
    if (failing.attempts < maxAttempts || wanted.length > 1) return
    await setAside(record, error, shard)
    done(shard, record)
  }
  return {
    /** Number of failed attempts of the next record. */
    attempts: () => failing.attempts,
    /** Delivers the records of a shard up to the first failure. */
    deliverAll: async (shard: string, records: DynamoDBRecord[]): Promise<void> => {
      const [first] = records
      if (first && recordSequence(first) !== failing.sequence) failing = { sequence: '', attempts: 0 }
      for (const batch of first ? splitRecords(records) : []) {
        await deliver(shard, batch)
        if (failing.attempts > 0) return
      }
    },
  }
}
