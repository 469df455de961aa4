import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb'
import { notifications } from '../../src/notifications/notification.ts'
import { world } from './world.ts'

/** Returns the number of each person's notifications, with one scan of the table instead of one query each. */
export const newsCounts = async (ids: string[]): Promise<number[]> => {
  const { endpoints, tableName: TableName } = world()
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint: endpoints.dynamodb }))
  const counts = new Map<unknown, number>()
  for await (const { Items = [] } of paginateScan({ client }, { TableName, ConsistentRead: true }))
    for (const { pk, sk } of Items)
      if (String(sk).startsWith('notification#')) counts.set(pk, (counts.get(pk) ?? 0) + 1)
  client.destroy()
  return ids.map((user_id) => counts.get(notifications.keyOf({ user_id, id: '' }).pk) ?? 0)
}
