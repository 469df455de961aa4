import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb'
import { environment } from '../src/platform/runtime/environment.ts'
import type { Item, Key } from '../src/platform/table/operation.ts'

/** Every item of the table, or those behind `after`, page by page: for commands of operators, never for a request. */
export async function* scanItems(after?: Key): AsyncGenerator<Item[]> {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}))
  for await (const { Items = [] } of paginateScan(
    { client, pageSize: 100 },
    { TableName: environment.tableName, ExclusiveStartKey: after },
  ))
    yield Items as Item[]
  client.destroy()
}
