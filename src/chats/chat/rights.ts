import { linkTo } from '../../platform/resource.ts'
import type { Rights } from '../../platform/rights.ts'
import { chatPolicy } from '../access.ts'
import { chatType, type StoredChat } from './chat.ts'

/** Who may see a chat: those who take part in it. */
export const chatRights = (chat: StoredChat): Rights => ({
  decidedBy: linkTo(chatType, { id: chat.id, title: chat.topic }),
  decide: (person) => chatPolicy.decide(chat, person),
  mayChange: (person) => chatPolicy.allows(chat, person, 'manage'),
  named: chat.participants.flatMap(({ type, id }) =>
    type === 'user' ? { user_id: id, group_id: null } : [],
  ),
  isOpen: false,
})
