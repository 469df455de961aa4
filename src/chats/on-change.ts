import { toMemberEvents } from '../notifications/member-events.ts'
import { onChange } from '../platform/events/dispatcher.ts'
import { chats, chatType, type StoredChat } from './chat/chat.ts'
import { leaseSeconds } from './lease.ts'
import { noteDeletedMessage, refreshMemberships, chatUserIds } from './chat/membership.ts'
import { followLastMessage } from './message/last-message.ts'
import { messages } from './message/message.ts'
import { messageEvents, replies, sweeps } from './queues.ts'

const chatMembers = (chat: StoredChat) => chatUserIds(chat).map((user_id) => ({ user_id, group_id: null }))

export const changeHandlers = [
  onChange(chats, async (change) => {
    const { before, after } = change
    if (!after) return before ? [sweeps.message({ chat_id: before.id })] : []
    if (before) await refreshMemberships(after.id)
    return toMemberEvents(chatType.type, chatMembers, change)
  }),

  onChange(messages, async ({ before, after }) => {
    if (!after) return []
    const { chat_id, number, status, role, streamed, deleted_at } = after
    const isAsked = status === 'pending' && before?.status !== 'pending'
    const isDeleted = deleted_at !== null && before?.deleted_at === null
    if (isDeleted) await noteDeletedMessage(chat_id, number)
    const isOther = before && (before.text !== after.text || before.status !== status || isDeleted)
    if (isOther && status !== 'pending') await followLastMessage(after)
    return [
      // if the streaming of a reply was cut off, a worker resumes the reply after its lease
      ...(isAsked ? [replies.message({ chat_id, number }, streamed ? leaseSeconds : 0)] : []),
      ...((!before || isDeleted) && role === 'user' ? [messageEvents.message({ chat_id, number })] : []),
    ]
  }),
]
