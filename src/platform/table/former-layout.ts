import { isConditionFailed, reasonsOf, sendWrite } from './client.ts'
import { update } from './commands.ts'
import { anyOf, equals, exists, isAbsent, type Condition, type Path } from './condition.ts'
import { toUpdateInput } from './expression.ts'
import { getItems } from './batch/batch-get.ts'
import type { Item, Key, Operation, Update } from './operation.ts'

/*
 * Items were once written with each counter as an attribute of its own, and with other names: `kind` for `entityType`,
 * `w` for `writeId`. They are read as they are; a write that needs the map of counters makes it first (decision 0008).
 */

/** Which entity an item is of. */
export const entityTypeOf = (item: Item | undefined): unknown => item?.['entityType'] ?? item?.['kind']

/** What must be so of a counter, or of the version, wherever it is in its item. */
export const counterIs = (field: string, test: (path: Path) => Condition): Condition =>
  field === 'version' ? test(field) : anyOf(test(['counters', field]), test(field))

/** What else an item has is a counter of before. */
const attributeNames = new Set([
  'pk',
  'sk',
  'gsi1pk',
  'gsi1sk',
  'gsi2pk',
  'gsi2sk',
  'ttl',
  'summary',
  'detail',
  'version',
  'counters',
  'entityType',
  'writeId',
  'origin',
  'kind',
  'w',
])

const countersIn = (item: Item) => Object.entries(item).filter(([name]) => !attributeNames.has(name))

/** Whether an item lacks the map of its counters. */
export const lacksCounters = (item: Item): boolean =>
  item['counters'] === undefined && countersIn(item).length > 0

/** The update that moves an item's counters into their map if they are as they were read. */
export const toMoveCounters = (item: Item): Update => {
  const { pk, sk } = item
  const counters = countersIn(item)
  return {
    key: { pk, sk },
    change: {
      set: [['counters', Object.fromEntries(counters)]],
      remove: counters.map(([name]) => name),
    },
    require: [exists('pk'), isAbsent('counters'), ...counters.map(([name, value]) => equals(name, value))],
  }
}

const moveCounters = async (key: Key): Promise<void> => {
  const [item] = await getItems([key])
  if (!item || item['counters']) return
  const command = update(toUpdateInput(toMoveCounters(item)))
  await sendWrite((table, options) => table.send(command, options)).catch((error: unknown) => {
    if (!isConditionFailed(error)) throw error
    // somebody else has counted or moved them since they were read
    return moveCounters(key)
  })
}

const isMapMissing = ({ Code, Message }: { Code?: string | undefined; Message?: string | undefined }) =>
  /^Validation(Error|Exception)$/.test(Code ?? '') && Message?.includes('document path') === true

/** Sends writes, again where the item of an update had no map of counters yet. */
export const withCounters = async <T>(operations: Operation[], send: () => Promise<T>): Promise<T> => {
  try {
    return await send()
  } catch (error) {
    const alone = error instanceof Error && isMapMissing({ Code: error.name, Message: error.message })
    const lacking = operations.flatMap((operation, index) =>
      'change' in operation && (alone || isMapMissing(reasonsOf(error)[index] ?? {})) ? operation.key : [],
    )
    if (lacking.length === 0) throw error
    await Promise.all(lacking.map(moveCounters))
    return send()
  }
}
