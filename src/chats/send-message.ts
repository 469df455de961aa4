import type * as z from '../platform/schema/schema.ts'
import { attachable } from '../files/attachable-files.ts'
import type { Actor } from '../platform/identity/actor.ts'
import { newId } from '../platform/runtime/id.ts'
import { invalid } from '../platform/runtime/problem.ts'
import { retryOnConflict } from '../platform/table/conflict.ts'
import { transact } from '../platform/table/table.ts'
import { awaitLater } from '../platform/runtime/await-later.ts'
import { requireChat } from './access.ts'
import { chats, type StoredChat } from './chat.ts'
import { messageNumbers } from './message-number.ts'
import type { NewMessage } from './new-message.ts'
import { composeMessages, loadSentMessage, toSend, type SentMessage } from './sent-message.ts'

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
  { attachments: file_ids, ...fields }: z.output<typeof NewMessage>,
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
  if (present) return loadSentMessage(present)
  if (fields.reply_to_id !== null && !answered)
    throw invalid('reply_to_id', 'must be the id of a message of the chat')
  requireMentions(chat, fields.mentions)
  const attachments = await attaching

  return retryOnConflict(async (attempt) => {
    const current = attempt === 0 ? chat : await chats.get({ id: chat_id })
    requireMentions(requireChat(actor, current), fields.mentions)
    const sent = composeMessages(current, actor, { ...fields, id, attachments }, streamed)
    await transact(toSend(current, sent))
    return sent
  })
}
