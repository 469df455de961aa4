import { onErasure, type KindErasure } from '../../platform/identity/erasure.ts'
import { transact } from '../../platform/table/table.ts'
import { chats, type StoredChat } from './chat.ts'
import { toSyncMemberships } from './membership.ts'

export const otherParticipants = ({ participants }: StoredChat, { id }: { id: string }) =>
  participants.filter((participant) => participant.type === 'user' && participant.id !== id)

export const chatErasure: KindErasure = {
  handlers: [
    // a chat stays with its people: the next of them becomes its owner, not the successor
    onErasure(chats, (first, { person }) =>
      chats.modify(first, async (current) => {
        const [next] = otherParticipants(current, person)
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
  ],
}
