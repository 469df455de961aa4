import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import type { Actor } from '../../platform/identity/actor.ts'
import { answeredArray, countSchema, maxCount } from '../../platform/schema/fields.ts'
import { homeItems } from '../../platform/schema/list-fields.ts'
import type { PageRequest } from '../../platform/table/list/list.ts'
import { Chat } from './chat.ts'
import { queryChats } from './list.ts'

/** Maximum number of chats, latest messages first, among which chats with unread messages are counted. */
const maxChats = 1_000

export const HomeChats = z.described(docs('Chats of the caller.', { id: 'HomeChats' }), {
  unread: countSchema('Number of chats with unread messages'),
  items: answeredArray(Chat, homeItems).meta(docs(`The ${homeItems} with the latest messages.`)),
})

/** Returns the chats of the actor for the home screen, in one round trip. */
export const readHomeChats = async (actor: Actor, { limit }: PageRequest) => {
  const { items } = await queryChats(actor, { limit: maxChats })
  const unread = items.filter(({ unread_count }) => unread_count > 0).length
  return { unread: Math.min(unread, maxCount), items: items.slice(0, limit) }
}
