import type { QueryCommandInput } from '@aws-sdk/lib-dynamodb'
import { environment } from '../runtime/environment.ts'
import { sendRead } from './client.ts'
import { query } from './commands.ts'
import type { Item } from './operation.ts'

/** One page of a Query: at most 1 MB of items, and where to go on. */
export const queryItems = async (input: Omit<QueryCommandInput, 'TableName'>) => {
  const command = query({ TableName: environment.tableName, ...input })
  const answer = await sendRead((table, options) => table.send(command, options))
  return {
    items: (answer.Items ?? []) as Item[],
    last: answer.LastEvaluatedKey as Item | undefined,
    count: answer.Count ?? 0,
    scanned: answer.ScannedCount ?? 0,
  }
}
