import type { ItemImages, WriteObserver, WrittenThing } from '../runtime/request-context.ts'
import { getItems } from './batch/batch-get.ts'
import { ConflictError } from './conflict.ts'
import { changed, holds } from './evaluation.ts'
import { isRequirement, itemName, operationKey, shortName, type Item, type Operation } from './operation.ts'
import { attributedRemovals } from './tombstone.ts'

/** Returns the value that a write assigns to an attribute of its item. */
const givenValue = (operation: Operation, name: string): unknown => {
  if ('put' in operation) return operation.put[name]
  return 'change' in operation ? operation.change.set?.find(([path]) => path === name)?.[1] : undefined
}

/** Returns the record that a write creates or changes, if the write states its entity type and its origin. */
const writtenThing = (operation: Operation): WrittenThing[] => {
  const entityType = givenValue(operation, 'entityType')
  const isKnown = typeof entityType === 'string' && givenValue(operation, 'origin') !== undefined
  return isKnown ? [{ entityType, item: shortName(operationKey(operation)) }] : []
}

/** Returns the records of these writes whose author the table's stream can tell. */
export const writtenThings = (operations: Operation[]): WrittenThing[] => [
  ...operations.flatMap(writtenThing),
  ...attributedRemovals(operations).map(({ entityType, ...key }) => ({ entityType, item: shortName(key) })),
]

/**
 * Returns the value without undefined members, which the table does not store (`removeUndefinedValues` in client.ts).
 */
const stored = <T>(value: T): T => {
  if (Array.isArray(value)) return value.map(stored) as T
  if (Object.getPrototypeOf(value ?? 0) !== Object.prototype) return value
  const members = Object.entries(value as object).filter(([, member]) => member !== undefined)
  return Object.fromEntries(members.map(([name, member]) => [name, stored(member)])) as T
}

/** Returns the item after a write; undefined if there is none. */
const itemAfterWrite = (operation: Operation, before: Item | undefined): Item | undefined => {
  if ('put' in operation) return stored(operation.put)
  if ('change' in operation) return stored(changed(operation.change, before ?? { ...operation.key }))
  return undefined
}

const requireConditions = (operations: Operation[], items: (Item | undefined)[]) => {
  for (const [index, { require = [], otherwise }] of operations.entries())
    if (!require.every((condition) => holds(condition, items[index] ?? {})))
      throw otherwise ?? new ConflictError()
}

/**
 * Records the effect of a write on an item; for several writes, keeps the image before the first and after the last.
 */
const keepImages = (images: Map<string, ItemImages>, operation: Operation, before: Item | undefined) => {
  const name = itemName(operationKey(operation))
  const first = images.get(name) ?? { before }
  images.set(name, { before: first.before, after: itemAfterWrite(operation, before) })
}

/**
 * Observes the changes of a request. A dry run sends nothing: it evaluates the conditions of its writes on the current
 * items, and the first that does not hold throws the same error as the table.
 */
export const changeObserver = (isDryRun: boolean, isUnattended = false): WriteObserver => {
  const images = new Map<string, ItemImages>()
  const observe = async (operations: Operation[], send: () => Promise<unknown>) => {
    const items = await getItems(operations.map(operationKey))
    if (isDryRun) requireConditions(operations, items)
    else await send()
    for (const [index, operation] of operations.entries())
      if (!isRequirement(operation)) keepImages(images, operation, items[index])
  }
  return { isDryRun, isUnattended, images, newIds: new Set(), observe }
}

/** Observes which records a request writes, so that a later step can check that history contains all of them. */
export const thingObserver = (): WriteObserver & { things: WrittenThing[] } => {
  const things: WrittenThing[] = []
  const observe = async (operations: Operation[], send: () => Promise<unknown>) => {
    await send()
    things.push(...writtenThings(operations))
  }
  return { isDryRun: false, images: new Map(), newIds: new Set(), things, observe }
}
