import { docs } from '#docs'
import { endpoint } from '../../platform/http/endpoint.ts'
import { id, timestamp } from '../../platform/schema/fields.ts'
import { listOf, listQuery, queryBoolean } from '../../platform/schema/list-fields.ts'
import { invalid } from '../../platform/runtime/problem.ts'
import { Chat, chatType } from '../chat/chat.ts'
import { loadChat } from '../message/feed.ts'
import { Message, type StoredMessage } from '../message/message.ts'
import { presentMessage } from '../message/message-view.ts'

export const readChat = endpoint(`GET ${chatType.path}`, {
  summary: 'Get a chat',
  success: 'The chat, with a page of its messages.',
  description:
    'Returns the newest messages, oldest first; `next_cursor` leads to older ones. With `after` or ' +
    '`updated_after`, it leads to newer ones. A page with the newest message marks the chat as read, unless ' +
    '`mark_read` is `false`.',
  query: listQuery({
    after: id.optional().meta(docs('Only messages after the one with this ID.')),
    updated_after: timestamp
      .optional()
      .meta(docs('Only messages created or changed at or after this time, in the order of their changes.')),
    mark_read: queryBoolean.default(true).meta(docs('False to keep the chat unread.')),
  }),
  response: listOf(Message).extend({ chat: Chat.meta(docs('The chat.')) }),
  profile: 'writer',
  handle: async ({ actor, params, query }) => {
    if (query.after !== undefined && query.updated_after !== undefined)
      throw invalid('after', 'cannot be combined with "updated_after"')
    const { items, ratings, ...page } = await loadChat(actor, params.id, query)
    const present = (message: StoredMessage) => presentMessage(message, actor, ratings.get(message.number))
    return { ...page, items: items.map(present) }
  },
})
