import { ConflictError } from '../../platform/table/conflict.ts'
import { removeBatch, writeBatch } from '../../platform/table/batch/batch-write.ts'
import { transact } from '../../platform/table/table.ts'
import { putItems, type Item, type Operation } from '../../platform/table/operation.ts'

/**
 * Texts up to this size go along in the transaction (DynamoDB takes 100 writes and 4 MB); more are stored
 * before it.
 */
const maxInTransaction = { writes: 80, bytes: 2_000_000 }

const bytesOf = (items: Item[]) =>
  items.reduce((bytes, item) => bytes + Buffer.byteLength(JSON.stringify(item)), 0)

/**
 * Makes `changes`, which point to the texts that `texts` store, together or not at all: nobody ever sees a course half
 * changed. Texts that are too many for one transaction are there before, and nothing points to them until then.
 * `isNew` when the course comes to be by it.
 */
export const swapContents = async (
  texts: Operation[],
  changes: Operation[],
  isNew = false,
): Promise<void> => {
  const items = putItems(texts)
  if (texts.length <= maxInTransaction.writes && bytesOf(items) <= maxInTransaction.bytes)
    return transact([...changes, ...texts])
  await writeBatch(items, [])
  await transact(changes).catch(async (error: unknown) => {
    // only then it is certain that nothing points to them: a creation that is repeated has the ids of the first
    if (error instanceof ConflictError && !isNew) await removeBatch(items)
    throw error
  })
}
