import { onChange } from '../platform/events/dispatcher.ts'
import { indexDocument } from '../platform/search/index.ts'
import { chats, chatSearchScope, type StoredChat } from './chat.ts'
import { leaseSeconds } from './replies/lease.ts'
import { userIdsOf, refreshMemberships } from './membership.ts'
import { messages } from './message.ts'
import { mentionNews, replies, sweeps } from './queues.ts'

/** Makes a chat findable by its topic for those who take part, and for nobody else. */
const indexChat = async (before: StoredChat | undefined, after: StoredChat | undefined) => {
  const id = (before ?? after)?.id as string
  const present = new Set(userIdsOf(after))
  for (const user_id of new Set([...userIdsOf(before), ...present])) {
    const scope = chatSearchScope(user_id)
    const document = { scope, id, container: id, title: after?.topic ?? '', text: '' }
    await indexDocument({ scope, id }, present.has(user_id) ? document : undefined)
  }
}

const wordsOf = (chat: StoredChat | undefined) => JSON.stringify([chat?.topic, userIdsOf(chat)])

export const changeHandlers = [
  onChange(chats, async ({ before, after }) => {
    if (wordsOf(before) !== wordsOf(after)) await indexChat(before, after)
    if (!after) return before ? [sweeps.message({ chat_id: before.id })] : []
    if (before) await refreshMemberships(after.id)
    return []
  }),

  onChange(messages, ({ before, after }) => {
    if (!after) return []
    const { chat_id, number, status, role, mentions, streamed } = after
    const isAsked = status === 'pending' && before?.status !== 'pending'
    const hasMentions = role === 'user' && mentions.length > 0
    return [
      // what is streamed is looked after when that should have been cut off
      ...(isAsked ? [replies.message({ chat_id, number }, streamed ? leaseSeconds : 0)] : []),
      ...(!before && hasMentions ? [mentionNews.message({ chat_id, number })] : []),
    ]
  }),
]
