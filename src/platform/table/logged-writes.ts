import type { WriteLog } from '../runtime/request-context.ts'
import { getItems } from './batch/batch-get.ts'
import { ConflictError } from './conflict.ts'
import { changed, holds } from './evaluation.ts'
import { isRequirement, itemName, keyOf, type Item, type Operation } from './operation.ts'
import { keepImages } from './write-log.ts'

/** The same value without what is undefined: the table stores nothing of it (`removeUndefinedValues` in client.ts). */
const stored = <T>(value: T): T => {
  if (Array.isArray(value)) return value.map(stored) as T
  if (Object.getPrototypeOf(value ?? 0) !== Object.prototype) return value
  const members = Object.entries(value as object).filter(([, member]) => member !== undefined)
  return Object.fromEntries(members.map(([name, member]) => [name, stored(member)])) as T
}

/** The item that a write leaves behind; undefined for none. */
const written = (operation: Operation, before: Item | undefined): Item | undefined => {
  if ('put' in operation) return stored(operation.put)
  if ('change' in operation) return stored(changed(operation.change, before ?? { ...operation.key }))
  return 'remove' in operation ? undefined : before
}

const requireConditions = (operations: Operation[], items: (Item | undefined)[]) => {
  for (const [index, { require = [], otherwise }] of operations.entries())
    if (!require.every((condition) => holds(condition, items[index] ?? {})))
      throw otherwise ?? new ConflictError()
}

/**
 * Nothing is sent in a dry run: the conditions are tried on the items as they are, and the first that does not hold
 * throws as the table's refusal would.
 */
const logWrites = async (log: WriteLog, operations: Operation[], send: () => Promise<unknown>) => {
  const items = await getItems(operations.map(keyOf))
  if (log.isDryRun) requireConditions(operations, items)
  else await send()
  for (const [index, operation] of operations.entries())
    if (!isRequirement(operation) && !operation.isUnseen) {
      const before = items[index]
      keepImages(log, itemName(keyOf(operation)), { before, after: written(operation, before) })
    }
}

/** A log for a request to be run with; in a dry run its writes go there and nowhere else. */
export const newWriteLog = (isDryRun: boolean): WriteLog => ({
  isDryRun,
  images: new Map(),
  newIds: new Set(),
  logWrites,
})
