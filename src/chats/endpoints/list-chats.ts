import { docs } from '#docs'
import { endpoint } from '../../platform/http/endpoint.ts'
import { listQuery, searchableListOf, words } from '../../platform/schema/list-fields.ts'
import { Chat } from '../chat/chat.ts'
import { queryChats, searchChats } from '../chat/list.ts'

export const listChats = endpoint('GET /chats', {
  summary: 'List the caller’s chats',
  description:
    'Only chats that the caller takes part in, those with the latest messages first. Ask with `If-None-Match` as ' +
    'often as every ten seconds.',
  query: listQuery({ q: words.optional().meta(docs('Words in the topic; best matches first.')) }),
  response: searchableListOf(Chat),
  cacheable: true,
  handle: ({ actor, query: { q, ...page } }) =>
    q === undefined ? queryChats(actor, page) : searchChats(actor, q, page),
})
