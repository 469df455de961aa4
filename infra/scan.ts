import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb'
import { environment } from '../src/platform/environment.ts'
import type { Item } from '../src/platform/table.ts'

/** Every item of the table, page by page: for commands of operators, never for a request. */
export async function* scanItems(): AsyncGenerator<Item[]> {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}))
  for await (const { Items = [] } of paginateScan(
    { client, pageSize: 100 },
    { TableName: environment.tableName },
  ))
    yield Items as Item[]
  client.destroy()
}
