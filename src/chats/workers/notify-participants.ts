import { releaseThrottle, filterThrottled } from '../../notifications/notification-throttle.ts'
import { notify } from '../../notifications/notify.ts'
import { withdraw } from '../../notifications/sent-notification.ts'
import { logOutcome } from '../../notifications/outcome.ts'
import { markdownExcerpt } from '../../notifications/markdown-excerpt.ts'
import { linkTo } from '../../platform/resource.ts'
import { worker } from '../../platform/events/worker.ts'
import { chats, chatType } from '../chat/chat.ts'
import { chatMemberships, chatUserIds } from '../chat/membership.ts'
import { messages } from '../message/message.ts'
import { chatMessageRef, chatMessageType } from '../message/resource.ts'
import { messageEvents, type MessageRef } from '../queues.ts'

/**
 * Returns the people who have not read a message, and those of them who have no unread notification of an earlier
 * message of the chat.
 */
const waitingFor = async (
  user_ids: string[],
  { chat_id, number }: MessageRef,
  occurrence: { cause: string; at: string },
) => {
  const rows = await chatMemberships.findMany(user_ids.map((user_id) => ({ user_id, chat_id })))
  const read_numbers = new Map(rows.flatMap((row) => (row ? [[row.user_id, row.read_number] as const] : [])))
  const unread = user_ids.filter((user_id) => (read_numbers.get(user_id) ?? number) < number)
  return {
    unread,
    waiting: await filterThrottled(unread, chat_id, { ...occurrence, number }, { read_numbers }),
  }
}

/**
 * Notifies the people of a chat of a message: always those whom it mentions, the others once until they have read it.
 * If the message is deleted, withdraws the notifications.
 */
export const notifyParticipants = worker(messageEvents, {}, async (place) => {
  const [message, chat] = await Promise.all([messages.find(place), chats.find({ id: place.chat_id })])
  if (!message || !chat) return logOutcome({ type: 'chat_message', id: place.chat_id }, 'obsolete')
  const { id, author, mentions, text, created_at: at, deleted_at } = message
  const occurrence = { cause: `chats.message#${id}`, at }
  const people = chatUserIds(chat).filter((user_id) => user_id !== author.id)
  if (deleted_at !== null) {
    await withdraw([...new Set([...people, ...mentions])], occurrence)
    return releaseThrottle(people, chat.id, occurrence.cause)
  }
  const event = {
    params: { excerpt: markdownExcerpt(text) },
    mentions,
    actor: { id: author.id, name: author.name },
    resource: linkTo(chatType, { id: chat.id, title: chat.topic }),
    quoted: { type: chatMessageType, id: chatMessageRef(place) },
    ...occurrence,
  }
  const isMentioned = (user_id: string) => mentions.includes(user_id)
  await notify(people.filter(isMentioned), { type: 'chat_mention', ...event }, { no_access: mentions })
  const others = people.filter((user_id) => !isMentioned(user_id))
  const { unread, waiting } = await waitingFor(others, place, occurrence)
  await notify(
    waiting,
    { type: 'chat_message', ...event },
    { own_action: [author.id], read: others, throttled: unread },
  )
})
