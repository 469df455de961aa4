import { unmarshall } from '@aws-sdk/util-dynamodb'
import { getItems } from '../../src/platform/table/batch/batch-get.ts'
import type { Item, Key } from '../../src/platform/table/operation.ts'
import type { DynamoProxy } from '../support/dynamo-proxy.ts'

/** Units of a call on one partition key: of the table (`pk`) or of an index (`gsi1pk`). */
export interface Use {
  key: string
  read: number
  write: number
}

type Values = Parameters<typeof unmarshall>[0]

/** Item that a call touches, as named in DynamoDB's requests. */
interface Touch {
  operation: 'Get' | 'Put' | 'Update' | 'Delete' | 'ConditionCheck'
  key: Key
  put: Item | undefined
}

const itemOf = (values: unknown) => unmarshall(values as Values) as Item

const touchOf = (operation: Touch['operation'], part: { Item?: unknown; Key?: unknown }): Touch => {
  const put = part.Item === undefined ? undefined : itemOf(part.Item)
  const { pk, sk } = put ?? itemOf(part.Key)
  return { operation, key: { pk, sk }, put }
}

type Part = { Item?: unknown; Key?: unknown }

/** Returns the items that a call names; none for a query. */
const touchesOf = (operation: string, body: Record<string, unknown>): Touch[] => {
  if (operation === 'TransactWriteItems')
    return (body['TransactItems'] as Record<Touch['operation'], Part>[]).flatMap((write) =>
      Object.entries(write).map(([name, part]) => touchOf(name as Touch['operation'], part)),
    )
  const requests = Object.values((body['RequestItems'] ?? {}) as object).flat() as never[]
  if (operation === 'BatchGetItem')
    return requests.flatMap(({ Keys }: { Keys: unknown[] }) => Keys.map((Key) => touchOf('Get', { Key })))
  if (operation === 'BatchWriteItem')
    return requests.map(({ PutRequest, DeleteRequest }: Record<string, Part | undefined>) =>
      PutRequest ? touchOf('Put', PutRequest) : touchOf('Delete', DeleteRequest as Part),
    )
  return operation === 'Query' ? [] : [touchOf(operation.replace('Item', '') as Touch['operation'], body)]
}

/** Returns the size of a value in bytes (DynamoDB developer guide, "Item sizes and formats"). */
const bytesOf = (value: unknown): number => {
  if (typeof value === 'string') return Buffer.byteLength(value)
  if (typeof value === 'number') return Math.ceil(String(value).length / 2) + 1
  if (value === null || typeof value !== 'object') return 1
  if (Array.isArray(value)) return 3 + value.reduce((sum: number, part) => sum + 1 + bytesOf(part), 0)
  return 3 + Object.keys(value).length + attributeBytes(value)
}

const attributeBytes = (attributes: object) =>
  Object.entries(attributes).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + bytesOf(value), 0)

/** Attributes that the indexes do not project (infra/template/table.yml). */
const unprojected = ['detail', 'entityType', 'writeId', 'ttl']

const projected = (item: Item) =>
  Object.fromEntries(Object.entries(item).filter(([name]) => !unprojected.includes(name)))

const kilobytes = (bytes: number, unit: number) => Math.max(1, Math.ceil(bytes / 1_024 / unit))

/**
 * Estimates the units of a touch by key, from sizes alone: a read unit per 4 kB, a write unit per 1 kB, twice as much
 * in a transaction (not in indexes).
 */
const estimated = ({ operation, key, put }: Touch, item: Item | undefined, isTransaction: boolean): Use[] => {
  const bytes = item ? attributeBytes(item) : 0
  if (operation === 'Get') return [{ key: `pk ${key.pk}`, read: kilobytes(bytes, 4), write: 0 }]
  const own = { key: `pk ${key.pk}`, read: 0, write: kilobytes(bytes, 1) * (isTransaction ? 2 : 1) }
  const stored = put ?? item
  if (!stored || operation === 'ConditionCheck') return [own]
  const write = kilobytes(attributeBytes(projected(stored)), 1)
  const indexes = ['gsi1pk', 'gsi2pk'].filter((name) => stored[name] !== undefined)
  return [own, ...indexes.map((name) => ({ key: `${name} ${String(stored[name])}`, read: 0, write }))]
}

/**
 * Returns the units of recorded calls by partition key: the table's report for each call (`ReturnConsumedCapacity`),
 * divided among the touched items by their current sizes.
 */
export const usesOf = async (calls: DynamoProxy['calls']): Promise<Use[]> => {
  const uses: Use[] = []
  for (const { operation, body, units } of calls) {
    const input = JSON.parse(body) as Record<string, unknown>
    if (operation === 'Query') {
      const { ':pk': pk } = itemOf(input['ExpressionAttributeValues']) as Record<string, unknown>
      const index = input['IndexName'] as string | undefined
      const name = index === undefined ? 'pk' : `${index}pk`
      uses.push({ key: `${name} ${String(pk)}`, read: units, write: 0 })
      continue
    }
    const touches = touchesOf(operation, input)
    const items = await getItems(touches.map(({ key }) => key))
    const isTransaction = operation === 'TransactWriteItems'
    const parts = touches.flatMap((touch, index) => estimated(touch, items[index], isTransaction))
    const sum = parts.reduce((total, { read, write }) => total + read + write, 0)
    for (const { key, read, write } of parts)
      uses.push({ key, read: (read * units) / sum, write: (write * units) / sum })
  }
  return uses
}
