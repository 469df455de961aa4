import { queryItems, writeBatch } from '../../platform/table/table.ts'
import { worker } from '../../platform/events/worker.ts'
import { chats } from '../chat.ts'
import { Sweep, sweepQueue, toSweep } from '../sweep.ts'

/** How long one run goes on before it leaves the rest to another. */
const runMilliseconds = 30_000

/** Removes the messages of a chat that is gone. Nobody can read any of them by then. */
export const sweepChat = worker(
  { queue: sweepQueue, message: Sweep, recursive: true },
  async ({ chat_id }) => {
    const until = Date.now() + runMilliseconds
    while (Date.now() <= until) {
      const { items, last } = await queryItems({
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': chats.keyOf({ id: chat_id }).pk },
        ProjectionExpression: 'pk, sk',
        ConsistentRead: true,
      })
      await writeBatch([], items)
      if (!last) return undefined
    }
    return toSweep(chat_id)
  },
)
