import { onErasure } from '../platform/identity/erasure.ts'
import { transact } from '../platform/table/table.ts'
import { chatMessageKey } from './message/resource.ts'
import { chats, type StoredChat } from './chat/chat.ts'
import { toSyncMemberships } from './chat/membership.ts'
import { messages } from './message/message.ts'
import { ratings } from './message/rating.ts'

/** The people of a chat but one. */
const othersIn = ({ participants }: StoredChat, { id }: { id: string }) =>
  participants.filter((participant) => participant.type === 'user' && participant.id !== id)

/** Whether a message, as an attachment names it, shows a file to somebody else; not when it is gone. */
export const isSaidToOthers = async (
  person: { id: string },
  message_ref: string,
  file_id: string,
): Promise<boolean> => {
  const key = chatMessageKey(message_ref)
  const [message, chat] = await Promise.all([messages.find(key), chats.find({ id: key.chat_id })])
  const isShown = message?.attachments.some(({ id }) => id === file_id) === true
  return isShown && chat !== undefined && othersIn(chat, person).length > 0
}

export const erasureHandlers = [
  // a chat stays among those who are in it: it becomes theirs, not the successor's
  onErasure(chats, (first, { person }) =>
    chats.modify(first, async (current) => {
      const [next] = othersIn(current, person)
      if (!next) {
        await transact([chats.toRemoveRead(current, []), ...toSyncMemberships(current, undefined)])
        return 'removed'
      }
      const isOwned = current.owner.id === person.id
      const { id, name } = isOwned ? next : current.owner
      const left = current.participants.filter((participant) => participant.id !== person.id)
      const participants = [...left.filter((one) => one.id === id), ...left.filter((one) => one.id !== id)]
      const update = chats.toUpdate(current, { participants, owner: { id, name } })
      if (update.isSame) return undefined
      await transact([update, ...toSyncMemberships(current, update.thing)])
      return isOwned ? 'handed_over' : undefined
    }),
  ),

  onErasure(ratings, async (rating, { person }) => {
    if (rating.user_id !== person.id) return undefined
    await ratings.remove(rating)
    return 'removed'
  }),
]
