import { queryItems, writeBatch } from '../../platform/table/table.ts'
import { sweeper } from '../../platform/events/sweeper.ts'
import { chats } from '../chat.ts'
import { sweeps } from '../queues.ts'

/** Removes the messages of a chat that is gone. Nobody can read any of them by then. */
export const sweepChat = sweeper(sweeps, async ({ chat_id }, until) => {
  while (Date.now() <= until) {
    const { items, last } = await queryItems({
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': chats.keyOf({ id: chat_id }).pk },
      ProjectionExpression: 'pk, sk',
      ConsistentRead: true,
    })
    await writeBatch([], items)
    if (!last) return true
  }
  return false
})
