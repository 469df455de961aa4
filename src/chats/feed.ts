import type { Actor } from '../platform/identity/actor.ts'
import { newestFirst, readList, type PageRequest } from '../platform/table/list.ts'
import { invalid } from '../platform/runtime/problem.ts'
import { writeItem } from '../platform/table/table.ts'
import { awaitLater } from '../platform/runtime/await-later.ts'
import { requireChat } from './access.ts'
import { chats } from './chat.ts'
import { chatMemberships, presentChat } from './membership.ts'
import { messageNumbers } from './message-number.ts'
import { messages, messageSortKey, type StoredMessage } from './message.ts'

interface FeedQuery extends PageRequest {
  /** Only what was written behind the message of this id. */
  after?: string | undefined
  /** Only what was written or has changed at this time or later. */
  updated_after?: string | undefined
}

const queryFeed = async (chat_id: string, { after, updated_after, ...page }: FeedQuery) => {
  if (updated_after !== undefined)
    return readList(messages.in('changes', { chat_id }), { ...page, cursor: page.cursor ?? updated_after })
  const sources = messages.in('ofChat', { chat_id })
  if (after !== undefined) {
    if (page.cursor !== undefined) return readList(sources, page)
    const found = await messageNumbers.find({ chat_id, id: after })
    if (!found) throw invalid('after', 'must be the id of a message of the chat')
    return readList(sources, { ...page, cursor: messageSortKey(found.number) })
  }
  const newest = await readList(newestFirst(sources), page)
  return { ...newest, items: newest.items.toReversed() }
}

/**
 * A chat and a page of its messages, oldest first: the newest ones, with `after` the next behind a message,
 * with `updated_after` what has changed since. What reaches the newest message counts as read. Throws 404
 * when the caller takes no part in the chat.
 */
export const loadChat = async (actor: Actor, chat_id: string, query: FeedQuery) => {
  const key = { user_id: actor.id, chat_id }
  // whether the caller takes part comes first
  const reading = awaitLater(queryFeed(chat_id, query))
  const [found, row] = await Promise.all([chats.find({ id: chat_id }), chatMemberships.find(key)])
  const chat = requireChat(actor, found)
  const page = await reading

  const before = row?.read_number ?? 0
  const shown = query.updated_after === undefined ? (page.items.at(-1)?.number ?? 0) : 0
  const read_number = Math.max(before, shown)
  if (read_number > before) await writeItem(chatMemberships.toTouch(key, { read_number }))
  return { chat: presentChat(chat, read_number), ...page }
}

/** A message of a chat by its id, and the chat; throws 404 when the caller takes no part in it. */
export const loadMessage = async (actor: Actor, chat_id: string, id: string) => {
  const [found, key] = await Promise.all([chats.find({ id: chat_id }), messageNumbers.find({ chat_id, id })])
  const chat = requireChat(actor, found)
  const message: StoredMessage | undefined = key && (await messages.find(key))
  if (!message) throw messages.absent()
  return { chat, message }
}
