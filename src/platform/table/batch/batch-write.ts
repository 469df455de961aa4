import pMap from 'p-map'
import { toBatches } from '../../runtime/batches.ts'
import { environment } from '../../runtime/environment.ts'
import { sendWrite } from '../client.ts'
import { batchWrite } from '../commands.ts'
import { itemName, observed, type Item, type Key, type Put, type Removal } from '../operation.ts'
import { processAll } from './unprocessed.ts'

/** DynamoDB's limit of writes in one batch, and the number of concurrent batches. */
const maxBatchWrites = 25
const batchConcurrency = 4

type BatchWrite = { PutRequest: { Item: Key } } | { DeleteRequest: { Key: Key } }

const toBatchWrite = (operation: Put | Removal): BatchWrite =>
  'put' in operation ? { PutRequest: { Item: operation.put } } : { DeleteRequest: { Key: operation.remove } }

const sendWriteBatch = async (batch: BatchWrite[]): Promise<BatchWrite[]> => {
  const RequestItems = { [environment.tableName]: batch }
  const answer = await sendWrite((table, options) => table.send(batchWrite({ RequestItems }), options))
  return (answer.UnprocessedItems?.[environment.tableName] ?? []) as BatchWrite[]
}

/**
 * Puts and deletes items without conditions. Not atomic: only for work that can be repeated. An item that is named
 * twice is written once, as DynamoDB requires.
 */
export const writeBatch = async (puts: Key[], deletes: Key[]): Promise<void> => {
  const writes = new Map<string, Put | Removal>()
  for (const item of puts) writes.set(itemName(item), { put: item as Item })
  for (const { pk, sk } of deletes) writes.set(itemName({ pk, sk }), { remove: { pk, sk } })
  const all = [...writes.values()]
  await observed(all, () =>
    pMap(toBatches(all.map(toBatchWrite), maxBatchWrites), (batch) => processAll(batch, sendWriteBatch), {
      concurrency: batchConcurrency,
    }),
  )
}

/** Deletes items by their keys, as {@link writeBatch} does. */
export const removeBatch = (keys: Key[]): Promise<void> => writeBatch([], keys)
