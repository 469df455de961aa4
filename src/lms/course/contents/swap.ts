import { ConflictError } from '../../../platform/table/conflict.ts'
import { removeBatch, writeBatch } from '../../../platform/table/batch/batch-write.ts'
import { transact } from '../../../platform/table/table.ts'
import { putItems, type Item, type Operation } from '../../../platform/table/operation.ts'

/**
 * Maximum number and size of texts written in the transaction itself (DynamoDB accepts 100 writes and 4 MB); larger
 * sets are stored before the transaction.
 */
const maxInTransaction = { writes: 80, bytes: 2_000_000 }

const totalItemBytes = (items: Item[]) =>
  items.reduce((bytes, item) => bytes + Buffer.byteLength(JSON.stringify(item)), 0)

/**
 * Writes `changes`, which refer to the texts that `texts` store, all or nothing: no reader sees a partly changed
 * course. Texts too large for one transaction are stored first, while nothing refers to them. `isNew` is true if the
 * writes create the course.
 */
export const swapContents = async (
  texts: Operation[],
  changes: Operation[],
  isNew = false,
): Promise<void> => {
  const items = putItems(texts)
  if (texts.length <= maxInTransaction.writes && totalItemBytes(items) <= maxInTransaction.bytes)
    return transact([...changes, ...texts])
  await writeBatch(items, [])
  await transact(changes).catch(async (error: unknown) => {
    // only a conflict proves that nothing refers to the texts, and a retried creation reuses the IDs of the first
    // attempt
    if (error instanceof ConflictError && !isNew) await removeBatch(items)
    throw error
  })
}
