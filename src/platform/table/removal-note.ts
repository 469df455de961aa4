import { environment } from '../runtime/environment.ts'
import { presentOrigin } from '../runtime/origin.ts'
import { epochSeconds } from '../runtime/time.ts'
import type { Key, Operation } from './operation.ts'

/** How long it stays known who removed a thing: far longer than the table's stream may lag. */
const keptSeconds = 8 * 86_400

/** DynamoDB's limit of writes in one transaction. */
const maxWrites = 100

/** Where the notes lie about an item: behind the key of the item, by time in milliseconds since 1970. */
export const removalKey = ({ pk, sk }: Key, at: number | string): Key => ({
  pk: `removal#${pk}`,
  sk: `${sk}#${at}`,
})

/**
 * The notes that go along with writes that remove things: the image of a removed item tells who wrote it, not who
 * removed it. What the service does by itself needs none. Of many removals together the first get theirs, as far as
 * they go into one transaction.
 */
export const removalNotes = (operations: Operation[]): Operation['write'][] => {
  const origin = presentOrigin()
  if (origin.via === 'system') return []
  const removed = operations.flatMap((operation) => operation.removed ?? [])
  const ttl = epochSeconds() + keptSeconds
  return removed.slice(0, maxWrites - operations.length).map((key) => {
    const Item = { ...removalKey(key, `${origin.at}#${origin.request_id}`), origin, ttl }
    return { Put: { TableName: environment.tableName, Item } }
  })
}
