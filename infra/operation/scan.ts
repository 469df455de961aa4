import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb'
import { environment } from '../../src/platform/runtime/environment.ts'
import type { Item, Key } from '../../src/platform/table/operation.ts'

/**
 * Yields every item of the table, or those after `after`, page by page; for operators' commands, never for requests.
 */
export async function* scanItems(after?: Key): AsyncGenerator<Item[]> {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}))
  for await (const { Items = [] } of paginateScan(
    { client, pageSize: 100 },
    { TableName: environment.tableName, ExclusiveStartKey: after },
  ))
    yield Items as Item[]
  client.destroy()
}
