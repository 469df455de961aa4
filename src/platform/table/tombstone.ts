import { presentOrigin } from '../runtime/origin.ts'
import { epochSeconds } from '../runtime/time.ts'
import { shortName, type Item, type Key, type Operation, type Put } from './operation.ts'

/** How long it stays known who removed a thing: far longer than the table's stream may lag. */
const keptSeconds = 8 * 86_400

/** DynamoDB's limit of writes in one transaction. */
const maxWrites = 100

/** Where the notes about an item are: behind the key of the item, by time in milliseconds since 1970. */
export const tombstoneKey = ({ pk, sk }: Key, at: number | string): Key => ({
  pk: `removal#${pk}`,
  sk: `${sk}#${at}`,
})

/** Where the notes of transactions that removed many items are, by time: each names all of its items. */
export const sharedTombstoneKey = (at: number | string): Key => ({ pk: 'removals', sk: String(at) })

/** Whether a note is about this item. */
export const isTombstoneOf = (note: Item, item: Key): boolean =>
  note.pk !== sharedTombstoneKey('').pk || (note['items'] as string[]).includes(shortName(item))

/** The things that writes remove, where it is noted who did it; what the service does by itself needs no note. */
export const attributedRemovals = (operations: Operation[]): (Key & { entityType: string })[] =>
  presentOrigin().via === 'system'
    ? []
    : operations.flatMap((operation) =>
        'remove' in operation && operation.entityType !== undefined
          ? { ...operation.remove, entityType: operation.entityType }
          : [],
      )

/**
 * The notes that go along with writes that remove things: the image of a removed item tells who wrote it, not who
 * removed it. Each item has a note of its own where a transaction has room for them, which is found by its key; where
 * it has not, there is one for all, found by its time (decision 0021).
 */
export const tombstonesOf = (operations: Operation[]): Put[] => {
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
