import type * as z from '../../platform/schema/schema.ts'
import { toAttach } from '../../files/attachment/attachment.ts'
import type { Actor } from '../../platform/identity/actor.ts'
import { invalid } from '../../platform/runtime/problem.ts'
import { now } from '../../platform/runtime/time.ts'
import type { Operation } from '../../platform/table/operation.ts'
import { chats, type StoredChat } from '../chat/chat.ts'
import { chatMemberships } from '../chat/membership.ts'
import { resolveMentions } from './mentions.ts'
import { toLastMessage } from './last-message.ts'
import { messageNumbers } from './message-number.ts'
import { chatMessageRef, chatMessageType } from './resource.ts'
import { maxReplies, messages, type StoredMessage } from './message.ts'
import type { NewMessage } from './input.ts'
import { leases, newLease, type Lease } from '../lease.ts'

/** A sent message and its pending replies; a caller who streams the replies holds their leases. */
export interface SentMessage {
  message: StoredMessage
  replies: { reply: StoredMessage; lease: Lease | undefined }[]
}

/** Loads a message that was sent before, with its replies, in one round trip. */
export const loadSentMessage = async (key: { chat_id: string; number: number }): Promise<SentMessage> => {
  const following = Array.from({ length: maxReplies }, (_, n) => ({ ...key, number: key.number + n + 1 }))
  const [message, ...found] = await messages.findMany([key, ...following])
  if (!message) throw messages.absent()
  const replies = found.filter((reply) => reply?.role === 'assistant' && reply.reply_to_id === message.id)
  return { message, replies: replies.map((reply) => ({ reply: reply as StoredMessage, lease: undefined })) }
}

type Fields = Omit<z.output<typeof NewMessage>, 'attachments'>
type Asker = Pick<Actor, 'id' | 'name' | 'scope' | 'token_id'>

/** Creates the next message of a chat, and a pending reply of each assistant that answers it. */
export const composeMessages = (
  chat: StoredChat,
  { id: asker_id, name, scope, token_id }: Asker,
  { data, ...fields }: Fields & Pick<StoredMessage, 'id' | 'attachments'>,
  streamed: boolean,
): SentMessage => {
  const { mentioned, answering } = resolveMentions(chat, asker_id, fields)
  if (answering.length > maxReplies)
    throw invalid('text', `must not mention more than ${maxReplies} assistants`)
  const asker = { id: asker_id, name }
  const time = now()
  const stamp = { chat_id: chat.id, created_at: time, updated_at: time }
  const message = messages.make({
    ...fields,
    ...stamp,
    data: data && JSON.stringify(data),
    number: chat.message_count + 1,
    role: 'user',
    author: { type: 'user', ...asker },
    mentions: mentioned.map((participant) => participant.id),
  })
  const replies = answering.map((author, index) => {
    const number = message.number + index + 1
    const reply_to_id = message.id
    const limit = scope && { asker_scope: scope, asker_token_id: token_id }
    const known = { ...stamp, number, author, reply_to_id, asker, ...limit, streamed }
    const reply = messages.make({ ...known, role: 'assistant', text: '', status: 'pending' })
    return { reply, lease: streamed ? newLease(reply) : undefined }
  })
  return { message, replies }
}

/** Returns the writes of a message and its replies; they conflict if the chat has got another message meanwhile. */
export const toSend = (chat: StoredChat, { message, replies }: SentMessage): Operation[] => {
  const all = [message, ...replies.map(({ reply }) => reply)]
  const { id: user_id } = message.author
  return [
    chats.toIncrement(
      chat,
      {
        add: { message_count: all.length },
        latest: { last_message_at: message.created_at },
        unchanged: ['message_count', 'version'],
      },
      chats.toTouch(chat, { last_message: toLastMessage(message) }, {}),
    ),
    ...all.flatMap((one) => [messages.toCreate(one), messageNumbers.toCreate(one)]),
    ...replies.flatMap(({ lease }) => (lease ? [leases.toCreate(lease)] : [])),
    ...toAttach(chatMessageType, chatMessageRef(message), [], message.attachments),
    chatMemberships.toTouch({ user_id, chat_id: chat.id }, { read_number: message.number }),
  ]
}
