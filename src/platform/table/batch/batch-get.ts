import { setImmediate as immediately } from 'node:timers/promises'
import { toBatches } from '../../runtime/batches.ts'
import { sendRead } from '../client.ts'
import { batchGet } from '../commands.ts'
import { environment } from '../../runtime/environment.ts'
import { requestContext } from '../../runtime/request-context.ts'
import { itemName, type Item, type Key } from '../operation.ts'
import { processAll } from './unprocessed.ts'

/** DynamoDB's limit of keys in one batch. */
const maxKeys = 100

const getBatch = async (batch: Key[]): Promise<Item[]> => {
  const items: Item[] = []
  await processAll(batch, async (keys) => {
    const RequestItems = { [environment.tableName]: { Keys: keys, ConsistentRead: true } }
    const answer = await sendRead((table, options) => table.send(batchGet({ RequestItems }), options))
    items.push(...((answer.Responses?.[environment.tableName] ?? []) as Item[]))
    return (answer.UnprocessedKeys?.[environment.tableName]?.Keys ?? []) as Key[]
  })
  return items
}

/** Returns the current state of an item: in a dry run, its changes take precedence over the table. */
const presentItem = (name: string, stored: Item | undefined): Item | undefined => {
  const { observer } = requestContext()
  const images = observer?.isDryRun ? observer.images.get(name) : undefined
  return images ? (images.after as Item | undefined) : stored
}

/** Keys requested in this turn of the event loop, by name; one batch reads them all. */
let pending: { keys: Map<string, Key>; found: Promise<Map<string, Item>> } | undefined

const startBatch = () => {
  const keys = new Map<string, Key>()
  const found = immediately().then(async () => {
    pending = undefined
    const items = await Promise.all(toBatches([...keys.values()], maxKeys).map(getBatch))
    return new Map(items.flat().map((item) => [itemName(item), item]))
  })
  return { keys, found }
}

/**
 * Returns items by their keys in one round trip, strongly consistent, in the order of the keys; `undefined` for missing
 * ones. Concurrent calls, for example for the caller's session and the requested record, share a batch; more than 100
 * keys are read in concurrent batches.
 */
export const getItems = async (keys: Key[]): Promise<(Item | undefined)[]> => {
  if (keys.length === 0) return []
  const batch = (pending ??= startBatch())
  for (const { pk, sk } of keys) batch.keys.set(itemName({ pk, sk }), { pk, sk })
  const found = await batch.found
  return keys.map(itemName).map((name) => presentItem(name, found.get(name)))
}
