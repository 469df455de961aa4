import type { Actor } from '../platform/identity/actor.ts'
import { problem } from '../platform/runtime/problem.ts'
import { chats, type StoredChat } from './chat.ts'

/** Only participants may read a chat; administrators have no exception. */
export const takesPart = ({ id }: { id: string }, { participants }: Pick<StoredChat, 'participants'>) =>
  participants.some((participant) => participant.type === 'user' && participant.id === id)

/** The chat; throws 404 when there is none or the caller takes no part in it. */
export const requireChat = (actor: Pick<Actor, 'id'>, chat: StoredChat | undefined): StoredChat => {
  if (!chat || !takesPart(actor, chat)) throw chats.absent()
  return chat
}

export const isOwner = ({ id }: Pick<Actor, 'id'>, { owner }: Pick<StoredChat, 'owner'>) => owner.id === id

export const ownerRequired = problem('chats.owner_required', 403, 'Only the owner of the chat may change it.')

export const requireOwner = (actor: Pick<Actor, 'id'>, chat: StoredChat): void => {
  if (!isOwner(actor, chat)) throw ownerRequired()
}
