import { sweeper } from '../../platform/events/sweeper.ts'
import { deletePartition } from '../../platform/table/list/partition.ts'
import { chats } from '../chat/chat.ts'
import { sweeps } from '../queues.ts'

/** Removes the messages of a deleted chat, which nobody can read any more. */
export const sweepChat = sweeper(sweeps, ({ chat_id: id }, until) =>
  deletePartition(chats.keyOf({ id }).pk, until),
)
