import { BatchGetCommand } from '@aws-sdk/lib-dynamodb'
import { setImmediate as immediately, setTimeout as sleep } from 'node:timers/promises'
import { sendRead } from './client.ts'
import { environment } from '../runtime/environment.ts'
import { unavailable } from '../runtime/problem.ts'
import type { Item, Key } from './table.ts'

const nameOf = ({ pk, sk }: Key) => JSON.stringify([pk, sk])

/** Up to 100 items (DynamoDB's limit of one batch), however often DynamoDB leaves some of them for later. */
const getBatch = async (batch: Key[]): Promise<Item[]> => {
  const items: Item[] = []
  let rest = batch
  for (let attempt = 0; rest.length > 0; attempt++) {
    if (attempt > 0) await sleep(attempt * 20)
    if (attempt > 8) throw unavailable(new Error('DynamoDB left keys of a batch unread.'))
    const RequestItems = { [environment.tableName]: { Keys: rest, ConsistentRead: true } }
    const answer = await sendRead((table, options) =>
      table.send(new BatchGetCommand({ RequestItems }), options),
    )
    items.push(...((answer.Responses?.[environment.tableName] ?? []) as Item[]))
    rest = (answer.UnprocessedKeys?.[environment.tableName]?.Keys ?? []) as Key[]
  }
  return items
}

/** What is asked for in this turn of the event loop, by the names of the keys, and is read in one go. */
let pending: { keys: Map<string, Key>; found: Promise<Map<string, Item>> } | undefined

const startBatch = () => {
  const keys = new Map<string, Key>()
  const found = immediately().then(async () => {
    pending = undefined
    const wanted = [...keys.values()]
    const batches = Array.from({ length: Math.ceil(wanted.length / 100) }, (_, i) =>
      getBatch(wanted.slice(i * 100, i * 100 + 100)),
    )
    return new Map((await Promise.all(batches)).flat().map((item) => [nameOf(item), item]))
  })
  return { keys, found }
}

/**
 * Items by their keys in one round trip, strongly consistent, in the order of the keys; `undefined` where
 * there is none. What several ask for at the same time, like the caller's session and the thing they want,
 * goes in one batch; more than 100 keys go in batches side by side.
 */
export const getItems = async (keys: Key[]): Promise<(Item | undefined)[]> => {
  if (keys.length === 0) return []
  const batch = (pending ??= startBatch())
  for (const { pk, sk } of keys) batch.keys.set(nameOf({ pk, sk }), { pk, sk })
  const found = await batch.found
  return keys.map((key) => found.get(nameOf(key)))
}
