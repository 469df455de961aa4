import { policy, requirement } from '../../platform/identity/policy.ts'
import { problem } from '../../platform/runtime/problem.ts'
import { chats, chatType, type StoredChat } from './chat.ts'

type Chat = Pick<StoredChat, 'id' | 'owner' | 'participants'>

export const takesPart = ({ id }: { id: string }, { participants }: Pick<Chat, 'participants'>) =>
  participants.some((participant) => participant.type === 'user' && participant.id === id)

/** The owner is one of the participants; administrators have no exception. */
export const chatPolicy = policy({
  type: chatType.type,
  permissions: ['participate', 'manage'],
  owner: ({ owner }: Chat) => owner,
  member: (chat, person) => (takesPart(person, chat) ? 'participate' : undefined),
})

export const ownerRequired = problem('chats.owner_required', 403, 'Only the owner of the chat may change it.')

export const requireChat = requirement(chatPolicy, chats.absent)
export const requireChatOwner = requirement(chatPolicy, chats.absent, {
  needed: 'manage',
  missing: ownerRequired,
})
