import type { WriteLog } from '../runtime/request-context.ts'
import { getItems } from './batch-get.ts'
import { ConflictError } from './conflict.ts'
import { holds, updated, type WrittenExpressions } from './expression-evaluation.ts'
import type { Item, Key, Operation } from './operation.ts'
import { itemName, keepImages } from './write-log.ts'

type Write = Operation['write']

const keyOf = ({ Put, Update, Delete, ConditionCheck }: Write): Key => {
  const key = Put?.Item ?? Update?.Key ?? Delete?.Key ?? ConditionCheck?.Key
  const { pk, sk } = key as Item
  return { pk, sk }
}

/** The same value without what is undefined: the table stores nothing of it (`removeUndefinedValues` in client.ts). */
const stored = <T>(value: T): T => {
  if (Array.isArray(value)) return value.map(stored) as T
  if (Object.getPrototypeOf(value ?? 0) !== Object.prototype) return value
  const members = Object.entries(value as object).filter(([, member]) => member !== undefined)
  return Object.fromEntries(members.map(([name, member]) => [name, stored(member)])) as T
}

/** The item that a write leaves behind; undefined for none. */
const written = (write: Write, before: Item | undefined): Item | undefined => {
  if (write.Put) return stored(write.Put.Item as Item)
  if (write.Update) return stored(updated(write.Update as WrittenExpressions, before ?? { ...keyOf(write) }))
  return write.Delete ? undefined : before
}

const requireConditions = (operations: Operation[], items: (Item | undefined)[]) => {
  for (const [index, { write, otherwise }] of operations.entries()) {
    const { Put, Update, Delete, ConditionCheck } = write
    const expressions = (Put ?? Update ?? Delete ?? ConditionCheck) as WrittenExpressions
    if (!holds(expressions, items[index] ?? {})) throw otherwise ?? new ConflictError()
  }
}

/**
 * Nothing is sent in a dry run: the conditions are tried on the items as they are, and the first that does not hold
 * throws as the table's refusal would.
 */
const logWrites = async (log: WriteLog, operations: Operation[], send: () => Promise<unknown>) => {
  const keys = operations.map(({ write }) => keyOf(write))
  const items = await getItems(keys)
  if (log.isDryRun) requireConditions(operations, items)
  else await send()
  for (const [index, { write, isUnseen }] of operations.entries())
    if (!write.ConditionCheck && !isUnseen) {
      const before = items[index]
      keepImages(log, itemName(keys[index] as Key), { before, after: written(write, before) })
    }
}

/** A log for a request to be run with; in a dry run its writes go there and nowhere else. */
export const newWriteLog = (isDryRun: boolean): WriteLog => ({
  isDryRun,
  images: new Map(),
  newIds: new Set(),
  logWrites,
})
