import { presentOrigin } from '../runtime/origin.ts'
import { epochSeconds } from '../runtime/time.ts'
import { shortName, type Item, type Key, type Operation, type Put } from './operation.ts'

/** Retention time of tombstones, in seconds: far longer than the table's stream may lag. */
const keptSeconds = 8 * 86_400

/** DynamoDB's limit of writes in one transaction. */
const maxWrites = 100

/** Returns the key of a tombstone: the key of its item, then a time in milliseconds since 1970. */
export const tombstoneKey = ({ pk, sk }: Key, at: number | string): Key => ({
  pk: `removal#${pk}`,
  sk: `${sk}#${at}`,
})

/**
 * Returns the key of a tombstone that many items of a transaction share. The tombstone lists the items; its key
 * contains only the time.
 */
export const sharedTombstoneKey = (at: number | string): Key => ({ pk: 'removals', sk: String(at) })

/** Returns true if a tombstone covers this item. */
export const isCoveredBy = (note: Item, item: Key): boolean =>
  note.pk !== sharedTombstoneKey('').pk || (note['items'] as string[]).includes(shortName(item))

/** Returns the removed records whose remover must be recorded; removals by the service itself need no tombstone. */
export const attributedRemovals = (operations: Operation[]): (Key & { entityType: string })[] =>
  presentOrigin().via === 'system'
    ? []
    : operations.flatMap((operation) =>
        'remove' in operation && operation.entityType !== undefined
          ? { ...operation.remove, entityType: operation.entityType }
          : [],
      )

/**
 * Returns the tombstones to write with removals, because the image of a removed item names its last writer, not its
 * remover. Each item has its own tombstone, found by its key, if the transaction has room; otherwise one tombstone,
 * found by its time, covers all items (decision 0021).
 */
export const toTombstones = (operations: Operation[]): Put[] => {
  const removed = attributedRemovals(operations)
  const room = maxWrites - operations.length
  if (removed.length === 0 || room < 1) return []
  const origin = presentOrigin()
  const place = `${origin.at}#${origin.request_id}`
  const notes =
    removed.length <= room
      ? removed.map((key) => tombstoneKey(key, place))
      : [{ ...sharedTombstoneKey(place), items: removed.map(shortName) }]
  const ttl = epochSeconds() + keptSeconds
  return notes.map((note) => ({ put: { ...note, origin, ttl } }))
}
