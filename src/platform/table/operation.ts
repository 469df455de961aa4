import { createHash } from 'node:crypto'
import type { Problem } from '../runtime/problem.ts'
import type { Condition, Path } from './condition.ts'

/** An item's primary key. */
export interface Key {
  pk: string
  sk: string
}

/** An item as the table has it. */
export type Item = Key & Record<string, unknown>

/** What an update does to its item, each path once. */
export interface ItemChange {
  set?: (readonly [path: Path, value: unknown])[]
  /** Adds to a number; one that is missing is 0. `from` is the number added to, when it is another one. */
  increment?: { path: Path; amount: number; from?: Path }[]
  remove?: Path[]
}

/** What every write may say, whatever it does. */
interface Write {
  /** What must be so of the item for it to be made. */
  require?: Condition[]
  /** Thrown when that is not so. */
  otherwise?: Problem | undefined
  /** Whether it changes what the caller may know nothing of: it is in no answer that says what a request changes. */
  isUnseen?: boolean
}

export type Put = Write & { put: Item }

/** `before` is the version that it is made on. */
export type Update = Write & { key: Key; change: ItemChange; before?: number | undefined }

/** `entityType` is the kind of thing that it deletes, where history is to know who did it (tombstone.ts). */
export type Removal = Write & { remove: Key; entityType?: string | undefined }

/** Writes nothing, and lets no other write of its transaction be made unless something is so. */
export type Requirement = Write & { key: Key; require: Condition[] }

/** One write as data, to be made alone or with others; it becomes a command where it is sent (expression.ts). */
export type Operation = Put | Update | Removal | Requirement

/** The key of the item that a write is about. */
export const keyOf = (operation: Operation): Key => {
  if ('key' in operation) return operation.key
  const { pk, sk } = 'put' in operation ? operation.put : operation.remove
  return { pk, sk }
}

/** Whether a write only requires something. */
export const isRequirement = (operation: Operation): operation is Requirement =>
  'key' in operation && !('change' in operation)

/** The items that are put by these writes. */
export const putItems = (operations: Operation[]): Item[] =>
  operations.flatMap((operation) => ('put' in operation ? operation.put : []))

/** Whether an item was put back that was in the trash (writes.ts), as long as it has not been changed since. */
export const isRestored = (item: Item | undefined): boolean =>
  (item?.['origin'] as { is_restored?: boolean } | undefined)?.is_restored === true

/** The name of an item, by its key. */
export const itemName = ({ pk, sk }: Key): string => JSON.stringify([pk, sk])

/** A short name of an item, the same wherever it is asked for. */
export const shortName = (key: Key): string =>
  createHash('sha256').update(itemName(key)).digest('base64url').slice(0, 16)
