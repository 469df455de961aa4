import type * as z from '../platform/schema/schema.ts'
import { attachable, toAttach } from '../files/attachment.ts'
import type { Actor } from '../platform/identity/actor.ts'
import { newId } from '../platform/runtime/id.ts'
import { invalid } from '../platform/runtime/problem.ts'
import { retryOnConflict } from '../platform/table/conflict.ts'
import { transact } from '../platform/table/table.ts'
import { now } from '../platform/runtime/time.ts'
import { awaitLater } from '../platform/runtime/await-later.ts'
import { requireChat } from './access.ts'
import { resolveMentions } from './mentions.ts'
import { chats, type StoredChat } from './chat.ts'
import { leases, newLease, type Lease } from './replies/lease.ts'
import { chatMemberships } from './membership.ts'
import { messageRef } from './message-resource.ts'
import { messages, messageNumbers, type NewMessage, type StoredMessage } from './message.ts'

/** A message that was written, and the answers that are to come; whoever streams them has their leases. */
export interface SentMessage {
  message: StoredMessage
  replies: { reply: StoredMessage; lease: Lease | undefined }[]
}

/**
 * So many assistants answer a message: it and they are written together, by 100 writes at the most
 * (DynamoDB's limit).
 */
const maxReplies = 20

/** What a request that was cut off has posted already. */
const findSentMessage = async (message: StoredMessage): Promise<SentMessage> => {
  const following = Array.from({ length: maxReplies }, (_, n) => ({
    ...message,
    number: message.number + n + 1,
  }))
  const found = await messages.findMany(following)
  const replies = found.filter((reply) => reply?.role === 'assistant' && reply.reply_to_id === message.id)
  return { message, replies: replies.map((reply) => ({ reply: reply as StoredMessage, lease: undefined })) }
}

const requireMentions = (chat: StoredChat, mentions: string[]) => {
  const nobody = mentions.findIndex((id) => !chat.participants.some((participant) => participant.id === id))
  if (nobody >= 0) throw invalid(`mentions[${nobody}]`, 'must be the id of a participant of the chat')
}

/**
 * Writes a message of the caller into a chat, and the pending replies of the assistants that answer it,
 * together or not at all. With `streamed` the replies are leased to the caller. Throws 404 when the caller
 * takes no part in the chat, 422 for a wrong attachment, mention or message to reply to.
 */
export const sendMessage = async (
  actor: Actor,
  chat_id: string,
  { attachments: file_ids, data, ...fields }: z.output<typeof NewMessage>,
  streamed: boolean,
): Promise<SentMessage> => {
  // whether the caller takes part comes first
  const attaching = awaitLater(attachable(actor, file_ids, 'attachments'))
  const id = newId()
  const asked = { chat_id, id: fields.reply_to_id ?? id }
  const [found, present, answered] = await Promise.all([
    chats.find({ id: chat_id }),
    messageNumbers.find({ chat_id, id }), // by a request that was cut off
    messageNumbers.find(asked),
  ])
  const chat = requireChat(actor, found)
  if (present) return findSentMessage(await messages.get(present))
  if (fields.reply_to_id !== null && !answered)
    throw invalid('reply_to_id', 'must be the id of a message of the chat')
  requireMentions(chat, fields.mentions)
  const attachments = await attaching

  return retryOnConflict(async (attempt) => {
    const current = attempt === 0 ? chat : await chats.get({ id: chat_id })
    requireMentions(requireChat(actor, current), fields.mentions)
    const { mentioned, answering } = resolveMentions(current, actor.id, fields)
    if (answering.length > maxReplies)
      throw invalid('text', `must not ask more than ${maxReplies} assistants`)
    const stamp = { chat_id, created_at: now(), updated_at: now() }
    const asker = { id: actor.id, name: actor.name }
    const message = messages.make({
      ...fields,
      ...stamp,
      id,
      data: data && JSON.stringify(data),
      number: current.message_count + 1,
      role: 'user',
      author: { type: 'user', ...asker },
      attachments,
      mentions: mentioned.map((participant) => participant.id),
    })
    const replies = answering.map((author, index) => {
      const reply = messages.make({
        ...stamp,
        number: message.number + index + 1,
        role: 'assistant',
        author,
        text: '',
        reply_to_id: id,
        status: 'pending',
        asker,
        streamed,
      })
      return { reply, lease: streamed ? newLease(reply) : undefined }
    })
    const all = [message, ...replies.map(({ reply }) => reply)]
    await transact([
      chats.toIncrement(current, {
        add: { message_count: all.length },
        latest: { last_message_at: message.created_at },
        unchanged: ['message_count', 'version'],
      }),
      ...all.flatMap((one) => [messages.toCreate(one), messageNumbers.toCreate(one)]),
      ...replies.flatMap(({ lease }) => (lease ? [leases.toCreate(lease)] : [])),
      ...toAttach('chat_message', messageRef(message), [], attachments),
      chatMemberships.toTouch({ user_id: actor.id, chat_id }, { read_number: message.number }),
    ])
    return { message, replies }
  })
}
