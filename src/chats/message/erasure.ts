import { onOwnErasure, type KindErasure } from '../../platform/identity/erasure.ts'
import { otherParticipants } from '../chat/erasure.ts'
import { chatMessageKey } from './resource.ts'
import { chats } from '../chat/chat.ts'
import { messages } from './message.ts'
import { ratings } from './rating.ts'

/** Returns true if a message shows a file to other people; false if the message does not exist. */
const isShownToOthers: KindErasure['isShownToOthers'] = async (message_ref, person, file_id) => {
  const key = chatMessageKey(message_ref)
  const [message, chat] = await Promise.all([messages.find(key), chats.find({ id: key.chat_id })])
  const isShown = message?.attachments.some(({ id }) => id === file_id) === true
  return isShown && chat !== undefined && otherParticipants(chat, person).length > 0
}

export const messageErasure: KindErasure = {
  handlers: [onOwnErasure(ratings)],
  isShownToOthers,
}
