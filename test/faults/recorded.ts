import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb'
import type { DynamoDBRecord } from 'aws-lambda'
import type { Endpoints } from '../../infra/local/settings/emulator-endpoints.ts'
import { streamPoller } from '../../infra/local/lambda/stream-poller.ts'
import { localAws } from '../../infra/local/settings/variables.ts'
import { itemImages } from '../../src/platform/events/stream-function.ts'
import { historyEntries } from '../../src/platform/history/entry.ts'
import { loadHistory } from '../../src/platform/history/history-registry.ts'
import type { Item } from '../../src/platform/table/operation.ts'

interface Place {
  endpoints: Endpoints
  tableName: string
}

/** Returns all changes in the table's stream since the table was created. */
const changesOf = async ({ endpoints, tableName }: Place): Promise<DynamoDBRecord[]> => {
  const records: DynamoDBRecord[] = []
  const { step } = streamPoller({
    endpoints,
    tableName,
    checkpoint: {},
    invoke: async ({ Records }) => {
      records.push(...Records)
      return { batchItemFailures: [] }
    },
    setAside: async () => {},
  })
  while ((await step()) > 0);
  return records
}

/** Returns the expected history entries as sentences, from the changes in the stream. */
const expectedOf = async (place: Place): Promise<string[]> => {
  const [definitions, records] = await Promise.all([loadHistory(), changesOf(place)])
  return records.flatMap((record) => {
    const { before, after } = itemImages(record)
    const item = (after ?? before) as Item
    const definition = definitions.get(String(item['entityType']))
    const change = definition?.changeOf(before, after)
    if (!definition || definition.isUnrecorded || !change) return []
    const { type, id } = definition.subjectOf(item)
    return [`${change.type}.${change.action} ${change.id} in ${type} ${id}`]
  })
}

/** Returns the recorded history entries as sentences. */
const recordedOf = async ({ endpoints, tableName }: Place): Promise<string[]> => {
  const client = DynamoDBDocumentClient.from(
    new DynamoDBClient({ ...localAws, endpoint: endpoints.dynamodb }),
  )
  const query = {
    TableName: tableName,
    // excludes the receipts of reply writes that need no entry (src/platform/history/entry.ts)
    FilterExpression: 'begins_with(pk, :history) AND NOT begins_with(pk, :receipts)',
    ExpressionAttributeValues: { ':history': 'history#', ':receipts': 'history#reply#' },
  }
  const words: string[] = []
  for await (const { Items = [] } of paginateScan({ client }, query))
    for (const item of Items) {
      const { action, object_id, resource_type, resource_id } = historyEntries.read(item as Item)
      words.push(`${action} ${object_id} in ${resource_type} ${resource_id}`)
    }
  client.destroy()
  return words
}

const countsOf = (words: string[]) =>
  new Map([...Map.groupBy(words, (word) => word)].map(([word, own]) => [word, own.length]))

/** Returns missing and repeated history entries, one line each, and the number of changes. */
export const historyFaults = async (place: Place): Promise<{ changes: number; faults: string[] }> => {
  const happened = await expectedOf(place)
  const [wanted, found] = [countsOf(happened), countsOf(await recordedOf(place))]
  const faults = [...new Set([...wanted.keys(), ...found.keys()])].flatMap((word) => {
    const [times, recorded] = [wanted.get(word) ?? 0, found.get(word) ?? 0]
    return times === recorded ? [] : [`happened ${times} times and was recorded ${recorded} times: ${word}`]
  })
  return { changes: happened.length, faults }
}
