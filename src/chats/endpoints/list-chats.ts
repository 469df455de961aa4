import { endpoint } from '../../platform/http/endpoint.ts'
import { listQuery, searchableListOf, words } from '../../platform/schema/fields.ts'
import { Chat } from '../chat.ts'
import { queryChats, searchChats } from '../chat-list.ts'

export const listChats = endpoint(
  {
    method: 'GET',
    path: '/chats',
    summary: 'List the caller’s chats',
    description: 'Latest message first; search results newest first.',
    query: listQuery({ q: words.optional() }),
    response: searchableListOf(Chat),
  },
  ({ actor, query: { q, ...page } }) =>
    q === undefined ? queryChats(actor, page) : searchChats(actor, q, page),
)
