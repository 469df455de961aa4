import type { Actor } from '../../platform/identity/actor.ts'
import { retryOnConflict } from '../../platform/table/conflict.ts'
import { newestFirst, readList, type PageRequest } from '../../platform/table/list/list.ts'
import { invalid } from '../../platform/runtime/problem.ts'
import { writeItem } from '../../platform/table/table.ts'
import { awaitLater } from '../../platform/runtime/await-later.ts'
import { requireChat } from '../chat/access.ts'
import { chats } from '../chat/chat.ts'
import { chatMemberships, presentChat } from '../chat/membership.ts'
import { findRatings, queryRatings, ratings } from './rating.ts'
import { toLastMessage } from './last-message.ts'
import { messageNumbers } from './message-number.ts'
import { messages, messageSortKey } from './message.ts'
import { withPresentReferences } from './present-references.ts'

type Membership = Awaited<ReturnType<typeof chatMemberships.find>>

interface FeedQuery extends PageRequest {
  /** ID of a message: only later messages are returned. */
  after?: string | undefined
  /** Only messages that were created or changed at this time or later are returned. */
  updated_after?: string | undefined
  /** False to leave the read position unchanged. */
  mark_read: boolean
}

const findMessageSortKey = async (chat_id: string, id: string) => {
  const found = await messageNumbers.find({ chat_id, id })
  if (!found) throw invalid('after', 'must be the ID of a message of the chat')
  return messageSortKey(found.number)
}

/** Returns a page of the feed and the reader's ratings of its replies, mostly in one round trip. */
const queryFeed = async (rater: { chat_id: string; user_id: string }, query: FeedQuery) => {
  const { after, updated_after, ...page } = query
  const { chat_id } = rater
  if (updated_after !== undefined) {
    const source = messages.in('changes', { chat_id })
    const changed = await readList(source, { ...page, cursor: page.cursor ?? updated_after })
    return { ...changed, ratings: await findRatings(rater, changed.items) }
  }
  const sources = messages.in('ofChat', { chat_id })
  if (after !== undefined) {
    const cursor = page.cursor ?? (await findMessageSortKey(chat_id, after))
    const from = { ...page, cursor }
    const [newer, rated] = await Promise.all([
      readList(sources, from),
      queryRatings(rater, from, 'oldest first'),
    ])
    return { ...newer, ratings: rated }
  }
  const [newest, rated] = await Promise.all([
    readList(newestFirst(sources), page),
    queryRatings(rater, page, 'newest first'),
  ])
  return { ...newest, items: newest.items.toReversed(), ratings: rated }
}

/** Marks a chat as read up to a message, unless the person has read further meanwhile, such as on another device. */
const markChatAsRead = (key: { user_id: string; chat_id: string }, row: Membership, read_number: number) =>
  retryOnConflict(async (attempt) => {
    const current = attempt === 0 ? row : await chatMemberships.find(key)
    if (!current || current.read_number >= read_number) return
    await writeItem(chatMemberships.toTouch(key, { read_number }, { read_number: current.read_number }))
  })

/**
 * Returns a chat and a page of its messages, oldest first: the newest ones; with `after`, the next ones after a
 * message; with `updated_after`, the messages changed since. Marks the chat as read up to the last message of the page
 * if `mark_read` is true. Throws 404 if the caller is not a participant.
 */
export const loadChat = async (actor: Actor, chat_id: string, query: FeedQuery) => {
  const key = { user_id: actor.id, chat_id }
  // a missing permission is reported first
  const reading = awaitLater(queryFeed(key, query))
  const [found, row] = await Promise.all([chats.find({ id: chat_id }), chatMemberships.find(key)])
  const chat = requireChat(actor, found)
  const page = await reading

  const before = row?.read_number ?? 0
  const marks = query.mark_read && query.updated_after === undefined
  const shown = marks ? (page.items.at(-1)?.number ?? 0) : 0
  const read_number = Math.max(before, shown)
  const [items] = await Promise.all([
    withPresentReferences(actor, page.items),
    markChatAsRead(key, row, read_number),
  ])
  const own = { read_number, deleted_numbers: row?.deleted_numbers ?? [] }
  // the message as read with the reader's permissions shows more than the copy
  const last = items.find(
    ({ number, status }) => number === chat.last_message?.number && status !== 'pending',
  )
  const present = presentChat(chat, actor, own)
  return { chat: { ...present, ...(last && { last_message: toLastMessage(last, true) }) }, ...page, items }
}

/** Returns a chat and the key of a message with this ID. Throws 404 if the caller is not a participant. */
export const locateMessage = async (actor: Actor, chat_id: string, id: string) => {
  const [found, key] = await Promise.all([chats.find({ id: chat_id }), messageNumbers.find({ chat_id, id })])
  const chat = requireChat(actor, found)
  if (!key) throw messages.absent()
  return { chat, key }
}

/** Returns a chat and a message with this ID. Throws 404 if the caller is not a participant. */
export const loadMessage = async (actor: Actor, chat_id: string, id: string) => {
  const { chat, key } = await locateMessage(actor, chat_id, id)
  return { chat, message: await messages.get(key) }
}

/** Returns a message like {@link loadMessage}, and the caller's rating of it. */
export const loadRatedMessage = async (actor: Actor, chat_id: string, id: string) => {
  const { key } = await locateMessage(actor, chat_id, id)
  const [message, rating] = await Promise.all([
    messages.get(key),
    ratings.find({ chat_id, user_id: actor.id, number: key.number }),
  ])
  return { message, rating }
}
