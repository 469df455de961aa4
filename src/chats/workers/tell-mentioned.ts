import { notify, withdraw } from '../../notifications/notify.ts'
import { excerptOf } from '../../notifications/excerpt.ts'
import { linkTo } from '../../platform/resource.ts'
import { worker } from '../../platform/events/worker.ts'
import { takesPart } from '../access.ts'
import { chats, chatType } from '../chat/chat.ts'
import { messages } from '../message/message.ts'
import { mentionNews } from '../queues.ts'

/**
 * Tells the people whom a message mentions, those who take part in the chat still; once it is deleted, what they were
 * told is withdrawn.
 */
export const tellMentioned = worker(mentionNews, {}, async (place) => {
  const [message, chat] = await Promise.all([messages.find(place), chats.find({ id: place.chat_id })])
  if (!message || !chat) return
  const { id, author, mentions, text, created_at: at, deleted_at } = message
  const cause = `chats.message#${id}`
  if (deleted_at !== null) return withdraw(mentions, { cause, at })
  const told = mentions.filter((user_id) => user_id !== author.id && takesPart({ id: user_id }, chat))
  await notify(told, {
    type: 'chat_mention',
    params: { excerpt: excerptOf(text) },
    mentions,
    actor: { id: author.id, name: author.name },
    resource: linkTo(chatType, { id: chat.id, title: chat.topic }),
    cause,
    at,
  })
})
