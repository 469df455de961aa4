import { removeBatch } from '../batch/batch-write.ts'
import { queryItems } from '../query.ts'
import type { Key } from '../operation.ts'

/** One page of the keys of a partition, and where to go on. */
const queryKeys = (pk: string, condition = '', values: Record<string, string> = {}, from?: Key) =>
  queryItems({
    KeyConditionExpression: `pk = :pk${condition}`,
    ExpressionAttributeValues: { ':pk': pk, ...values },
    ProjectionExpression: 'pk, sk',
    ConsistentRead: true,
    ExclusiveStartKey: from,
  })

/** All keys of a partition whose sort keys begin with `prefix`. */
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
 * Does one step after the other, at least one, until one says that it was the last. False when the time `until`, in
 * milliseconds since 1970, came before that; called again, the steps must find what is left.
 */
export const repeatUntil = async (until: number, step: () => Promise<boolean>): Promise<boolean> => {
  do if (await step()) return true
  while (Date.now() <= until)
  return false
}

/**
 * Deletes the items of a partition, with `after` only those whose sort keys come behind it. False when the time
 * `until`, in milliseconds since 1970, came before the end; called again, it goes on.
 */
export const deletePartition = (pk: string, until: number, after?: string): Promise<boolean> =>
  repeatUntil(until, async () => {
    const { items, last } =
      after === undefined ? await queryKeys(pk) : await queryKeys(pk, ' AND sk > :after', { ':after': after })
    await removeBatch(items)
    return last === undefined
  })

/** Where it is stored what things of a partition were before they were changed or removed. */
export const formerPartition = (pk: string): string => `former#${pk}`

/** Deletes a partition as {@link deletePartition} does, and what is kept of how its things were before. */
export const purgePartition = async (pk: string, until: number): Promise<boolean> =>
  (await deletePartition(pk, until)) && deletePartition(formerPartition(pk), until)
