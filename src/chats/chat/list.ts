import type { Actor } from '../../platform/identity/actor.ts'
import { readList, type PageRequest } from '../../platform/table/list/list.ts'
import { readableThings, searchScopes } from '../../platform/search/definition.ts'
import { searchPages } from '../../platform/search/query/list-search.ts'
import { chatPolicy } from './access.ts'
import { chats, chatSearchScope } from './chat.ts'
import { chatMemberships, presentChat } from './membership.ts'

/** Returns a page of the actor's chats, latest message first, in one round trip. */
export const queryChats = async (actor: Actor, page: PageRequest) => {
  const { id: user_id } = actor
  const { items, next_cursor } = await readList(chatMemberships.in('ofPerson', { user_id }), page)
  return { items: items.map((row) => presentChat(row.chat, actor, row)), next_cursor }
}

/** Returns a page of the actor's chats whose topic matches `q`, best matches first. */
export const searchChats = (actor: Actor, q: string, page: PageRequest) =>
  searchPages(
    { scopes: searchScopes(chatSearchScope, actor), q, ...page },
    async (hits) => {
      const [found, rows] = await Promise.all([
        chats.findMany(hits),
        chatMemberships.findMany(hits.map(({ id }) => ({ user_id: actor.id, chat_id: id }))),
      ])
      return found.map((chat, index) =>
        chat && chatPolicy.decide(chat, actor) ? presentChat(chat, actor, rows[index]) : undefined,
      )
    },
    (_, ids) => readableThings(chats, chatPolicy.decide)(actor, ids),
  )
