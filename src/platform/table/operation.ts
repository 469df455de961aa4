import { createHash } from 'node:crypto'
import type { Problem } from '../runtime/problem.ts'
import { requestContext } from '../runtime/request-context.ts'
import type { Condition, Path } from './condition.ts'

export interface Key {
  pk: string
  sk: string
}

export type Item = Key & Record<string, unknown>

/** Changes of an item by an update, each path at most once. */
export interface ItemChange {
  set?: (readonly [path: Path, value: unknown])[]
  /** Adds to numbers; a missing number counts as 0. `from` is the number to add to, if it is another one. */
  increment?: { path: Path; amount: number; from?: Path }[]
  remove?: Path[]
}

/** Fields of every kind of write. */
interface Write {
  require?: Condition[]
  /** Thrown if a condition does not hold. */
  otherwise?: Problem | undefined
}

export type Put = Write & { put: Item }

/** `before` is the version on which the update is based. */
export type Update = Write & { key: Key; change: ItemChange; before?: number | undefined }

/** `entityType` is the type of the deleted record, if history must say who deleted it (tombstone.ts). */
export type Removal = Write & { remove: Key; entityType?: string | undefined }

/** Writes nothing, and makes its transaction fail unless its conditions hold. */
export type Requirement = Write & { key: Key; require: Condition[] }

/** A write as data, for sending alone or with others; it becomes a command when it is sent (expression.ts). */
export type Operation = Put | Update | Removal | Requirement

/** Returns the key of the item that a write affects. */
export const operationKey = (operation: Operation): Key => {
  if ('key' in operation) return operation.key
  const { pk, sk } = 'put' in operation ? operation.put : operation.remove
  return { pk, sk }
}

/** Returns true if a write only checks conditions. */
export const isRequirement = (operation: Operation): operation is Requirement =>
  'key' in operation && !('change' in operation)

/** Returns the items that these writes put. */
export const putItems = (operations: Operation[]): Item[] =>
  operations.flatMap((operation) => ('put' in operation ? operation.put : []))

/** Returns true if an item was restored from the trash (writes.ts) and has not been changed since. */
export const isRestored = (item: Item | undefined): boolean =>
  (item?.['origin'] as { is_restored?: boolean } | undefined)?.is_restored === true

/** Returns the name of an item, made of its key. */
export const itemName = ({ pk, sk }: Key): string => JSON.stringify([pk, sk])

/** Returns a short name of an item that never changes. */
export const shortName = (key: Key): string =>
  createHash('sha256').update(itemName(key)).digest('base64url').slice(0, 16)

/** Performs writes by calling `send`, and reports them to the request's observer; a dry run does not call `send`. */
export const observed = async (operations: Operation[], send: () => Promise<unknown>): Promise<void> => {
  const { observer } = requestContext()
  await (observer ? observer.observe(operations, send) : send())
}
