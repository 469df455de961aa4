import { removeBatch } from '../batch/batch-write.ts'
import { queryItems } from '../query.ts'
import type { Key } from '../operation.ts'

/** Loads one page of the keys of a partition, and the key after which the next page begins. */
const queryKeys = (pk: string, condition = '', values: Record<string, string> = {}, from?: Key) =>
  queryItems({
    KeyConditionExpression: `pk = :pk${condition}`,
    ExpressionAttributeValues: { ':pk': pk, ...values },
    ProjectionExpression: 'pk, sk',
    ConsistentRead: true,
    ExclusiveStartKey: from,
  })

/** Returns all keys of a partition whose sort keys begin with `prefix`. */
export const listKeys = async (pk: string, prefix: string): Promise<Key[]> => {
  const keys: Key[] = []
  let from: Key | undefined
  do {
    const { items, last } = await queryKeys(pk, ' AND begins_with(sk, :prefix)', { ':prefix': prefix }, from)
    keys.push(...items)
    from = last
  } while (from)
  return keys
}

/**
 * Repeats a step, at least once, until it returns true. Returns false if the time `until`, in milliseconds since 1970,
 * passes first; in another call, the steps must find the remaining work.
 */
export const repeatUntil = async (until: number, step: () => Promise<boolean>): Promise<boolean> => {
  do if (await step()) return true
  while (Date.now() <= until)
  return false
}

/**
 * Deletes the items of a partition, or only items with sort keys greater than `after`. Returns false if the time
 * `until`, in milliseconds since 1970, passes first, so that another call continues.
 */
export const deletePartition = (pk: string, until: number, after?: string): Promise<boolean> =>
  repeatUntil(until, async () => {
    const { items, last } =
      after === undefined ? await queryKeys(pk) : await queryKeys(pk, ' AND sk > :after', { ':after': after })
    await removeBatch(items)
    return last === undefined
  })

/** Returns the partition that stores earlier states of the records in a partition. */
export const formerPartition = (pk: string): string => `former#${pk}`

/** Deletes a partition as {@link deletePartition} does, and the earlier states of its records. */
export const purgePartition = async (pk: string, until: number): Promise<boolean> =>
  (await deletePartition(pk, until)) && deletePartition(formerPartition(pk), until)
