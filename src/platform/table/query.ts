import type { QueryCommandInput } from '@aws-sdk/lib-dynamodb'
import { environment } from '../runtime/environment.ts'
import { sendRead } from './client.ts'
import { query } from './commands.ts'
import type { Item } from './operation.ts'

type Query = Omit<QueryCommandInput, 'TableName'>

const sendQuery = (input: Query) => {
  const command = query({ TableName: environment.tableName, ...input })
  return sendRead((table, options) => table.send(command, options))
}

/** Loads one page of a Query: at most 1 MB of items, and the key after which the next page begins. */
export const queryItems = async (input: Query) => {
  const { Items = [], LastEvaluatedKey } = await sendQuery(input)
  return { items: Items as Item[], last: LastEvaluatedKey as Item | undefined }
}

/** Counts the items on one page of a Query: all items read, and the items that pass its filter. */
export const countItems = async (input: Query) => {
  const { Count = 0, ScannedCount = 0, LastEvaluatedKey } = await sendQuery({ ...input, Select: 'COUNT' })
  return { count: Count, scanned: ScannedCount, last: LastEvaluatedKey as Item | undefined }
}
