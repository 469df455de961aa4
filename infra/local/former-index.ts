import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb'
import { localAws } from './variables.ts'

/** How many items are looked at: where there was an index of an older version, most of them are its rows. */
const maxItems = 1_000

/**
 * What to say of a table that was filled before things had documents in the index (src/platform/search): its things are
 * not found until they are indexed. Undefined for all other tables.
 */
export const formerIndexHint = async (endpoint: string, TableName: string): Promise<string | undefined> => {
  const client = new DynamoDBClient({ ...localAws, endpoint })
  const scan = new ScanCommand({
    TableName,
    Limit: maxItems,
    FilterExpression: 'begins_with(pk, :former)',
    ExpressionAttributeValues: { ':former': 'search#' },
    Select: 'COUNT',
  })
  const { Count = 0 } = await DynamoDBDocumentClient.from(client).send(scan)
  client.destroy()
  return Count === 0
    ? undefined
    : 'The data are of a version that searched otherwise, and not all of them are found. ' +
        'Index them: npm run replay -- --only search'
}
