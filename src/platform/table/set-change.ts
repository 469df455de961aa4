import { environment } from '../runtime/environment.ts'
import { sendWrite } from './client.ts'
import { update } from './commands.ts'
import type { Key } from './operation.ts'

/** Adds members to a set in an item, or removes them, without conflicts with concurrent changes of the set. */
export const changeSet = async (
  Key: Key,
  action: 'ADD' | 'DELETE',
  attribute: string,
  members: string[],
): Promise<void> => {
  const command = update({
    TableName: environment.tableName,
    Key,
    UpdateExpression: `${action} #set :members`,
    ExpressionAttributeNames: { '#set': attribute },
    ExpressionAttributeValues: { ':members': new Set(members) },
  })
  await sendWrite((table, options) => table.send(command, options))
}
