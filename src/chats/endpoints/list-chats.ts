import { docs } from '#docs'
import { endpoint } from '../../platform/http/endpoint.ts'
import { listQuery, searchableListOf, words } from '../../platform/schema/list-fields.ts'
import { Chat } from '../chat/chat.ts'
import { queryChats, searchChats } from '../chat/list.ts'

export const listChats = endpoint('GET /chats', {
  summary: 'List the caller’s chats',
  description:
    'Only chats in which the caller participates, those with the latest messages first. With `If-None-Match`, ' +
    'clients may poll every ten seconds.',
  query: listQuery({ q: words.optional().meta(docs('Words in the topic; best matches first.')) }),
  response: searchableListOf(Chat),
  cacheable: true,
  handle: ({ actor, query: { q, ...page } }) =>
    q === undefined ? queryChats(actor, page) : searchChats(actor, q, page),
})
