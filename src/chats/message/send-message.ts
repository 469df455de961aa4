import type * as z from '../../platform/schema/schema.ts'
import type { Actor } from '../../platform/identity/actor.ts'
import { newId } from '../../platform/runtime/id.ts'
import { invalid } from '../../platform/runtime/problem.ts'
import { retryOnConflict } from '../../platform/table/conflict.ts'
import { transact } from '../../platform/table/table.ts'
import { awaitLater } from '../../platform/runtime/await-later.ts'
import { runSerially } from '../../platform/runtime/serial-queue.ts'
import { requireTokens, toCountReplies } from '../../models/usage.ts'
import { requireChat } from '../chat/access.ts'
import { chats, type StoredChat } from '../chat/chat.ts'
import { messageNumbers } from './message-number.ts'
import type { NewMessage } from './input.ts'
import { composeMessages, loadSentMessage, toSend, type SentMessage } from './sent-message.ts'

const requireMentions = (chat: StoredChat, mentions: string[]) => {
  const nobody = mentions.findIndex((id) => !chat.participants.some((participant) => participant.id === id))
  if (nobody >= 0) throw invalid(`mentions[${nobody}]`, 'must be the ID of a participant of the chat')
}

/** Time limit for all attempts, including the wait for earlier messages (ms): the gateway allows 20 s. */
const maxMilliseconds = 16_000

/** Returns a chat after a message was sent to it. */
const afterSending = (chat: StoredChat, { message, replies }: SentMessage): StoredChat => ({
  ...chat,
  message_count: message.number + replies.length,
  last_message_at: message.created_at,
})

/** Returns the files for a message; imports the check only if there are files, which most messages do not have. */
const attachableTo = async (actor: Actor, file_ids: string[]) => {
  if (file_ids.length === 0) return []
  const { attachable } = await import('../../files/attachment/attachable-files.ts')
  return attachable(actor, file_ids, 'attachments')
}

interface Sending {
  chat: StoredChat
  sent: SentMessage
}

/**
 * Writes a message of the caller and the pending replies of the answering assistants, all or nothing. If `streamed`,
 * the caller gets the leases of the replies. Throws 404 if the caller is not a participant, 422 for an invalid
 * attachment, mention or `reply_to_id`, 429 beyond the limits of replies and tokens.
 */
export const sendMessage = async (
  actor: Actor,
  chat_id: string,
  { attachments: file_ids, ...fields }: z.output<typeof NewMessage>,
  streamed: boolean,
): Promise<SentMessage> => {
  // a missing permission is reported first
  const attaching = awaitLater(attachableTo(actor, file_ids))
  const hasTokens = awaitLater(requireTokens(actor))
  const id = newId()
  const asked = { chat_id, id: fields.reply_to_id ?? id }
  const [found, present, answered] = await Promise.all([
    chats.find({ id: chat_id }),
    messageNumbers.find({ chat_id, id }), // an earlier attempt of this request already sent the message
    messageNumbers.find(asked),
  ])
  const chat = requireChat(actor, found)
  if (present) return loadSentMessage(present)
  if (fields.reply_to_id !== null && !answered)
    throw invalid('reply_to_id', 'must be the ID of a message of the chat')
  requireMentions(chat, fields.mentions)
  const attachments = await attaching

  const send = async (current: StoredChat): Promise<Sending> => {
    requireMentions(requireChat(actor, current), fields.mentions)
    const sent = composeMessages(current, actor, { ...fields, id, attachments }, streamed)
    if (sent.replies.length > 0) await hasTokens
    await transact([...toSend(current, sent), ...(await toCountReplies(actor, sent.replies.length))])
    return { chat: afterSending(current, sent), sent }
  }
  const { sent } = await runSerially<Sending>(`chat#${chat_id}`, (before, waited) => {
    const newest = before && before.chat.message_count > chat.message_count ? before.chat : chat
    return retryOnConflict(
      async (attempt) => send(attempt === 0 ? newest : await chats.get({ id: chat_id })),
      maxMilliseconds - waited,
    )
  })
  return sent
}
