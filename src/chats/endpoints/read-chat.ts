import { endpoint } from '../../platform/http/endpoint.ts'
import { id, listOf, listQuery, timestamp } from '../../platform/schema/fields.ts'
import { invalid } from '../../platform/runtime/problem.ts'
import { Chat } from '../chat.ts'
import { loadChat } from '../feed.ts'
import { Message, presentMessage } from '../message.ts'

export const readChat = endpoint(
  {
    method: 'GET',
    path: '/chats/{id}',
    summary: 'Read a chat',
    description:
      'The newest messages, the oldest of them first; `next_cursor` leads to older ones. With `after` or ' +
      '`updated_after` it leads to newer ones. What reaches the newest message counts as read.',
    query: listQuery({
      after: id.optional().meta({ description: 'Only messages behind the one of this id.' }),
      updated_after: timestamp.optional().meta({
        description: 'Only messages that were made or changed at this time or later, as they changed.',
      }),
    }),
    response: listOf(Message).extend({ chat: Chat }),
    profile: 'writer',
  },
  async ({ actor, params, query }) => {
    if (query.after !== undefined && query.updated_after !== undefined)
      throw invalid('after', 'cannot be combined with "updated_after"')
    const { items, ...page } = await loadChat(actor, params.id, query)
    return { ...page, items: items.map(presentMessage) }
  },
)
