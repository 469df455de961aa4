import { firstCharacters } from '../../notifications/excerpt.ts'
import { retryOnConflict } from '../../platform/table/conflict.ts'
import { writeItem } from '../../platform/table/table.ts'
import { chats } from '../chat/chat.ts'
import { isNewer } from '../chat/last-message.ts'
import type { StoredMessage } from './message.ts'
import { replyOrigins, withoutHidden } from './origin.ts'

/**
 * Returns the chat's copy of its last message. Lists do not check access to sources: the excerpt of a reply contains
 * only text that comes from no source, for the reply's audience (decision 0034), unless the message `isVisible` as its
 * reader sees it.
 */
export const toLastMessage = (message: StoredMessage, isVisible = false) => {
  const { author, created_at, number, version } = message
  const isQuoting = !isVisible && replyOrigins(message).length > 0
  const { text } = isQuoting ? withoutHidden(message, () => false, true) : message
  const audience = (isQuoting && message.audience) || null
  return { author, created_at, number, version, excerpt: firstCharacters(text), audience }
}

/** Updates the chat's copy of its last message after that message has changed. */
export const followLastMessage = (message: StoredMessage): Promise<void> =>
  retryOnConflict(async () => {
    const chat = await chats.find({ id: message.chat_id })
    const last_message = toLastMessage(message)
    const before = chat?.last_message
    if (!chat || !isNewer(last_message, before)) return
    await writeItem(chats.toTouch(chat, { last_message }, before ? { last_message: before } : {}))
  })
