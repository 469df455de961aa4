import { linkTo, type Resource } from '../../platform/resource.ts'
import { indexedThings } from '../../platform/search/definition.ts'
import type { Rights } from '../../platform/rights.ts'
import { chatPolicy } from './access.ts'
import { chats, chatType, chatSearchScope, type StoredChat } from './chat.ts'
import { chatUserIds } from './membership.ts'

const toChatView = ({ id, topic, last_message_at, updated_at, owner }: StoredChat) => ({
  ...linkTo(chatType, { id, title: topic }),
  text: '',
  updated_at: last_message_at ?? updated_at,
  author_id: owner.id,
})

const chatRights = (chat: StoredChat): Rights => ({
  decidedBy: linkTo(chatType, { id: chat.id, title: chat.topic }),
  decide: (person) => chatPolicy.decide(chat, person),
  mayChange: (person) => chatPolicy.allows(chat, person, 'manage'),
  owner: chat.owner,
  named: chatUserIds(chat).map((user_id) => ({ user_id, group_id: null })),
  isOpen: false,
})

export const chatResource: Resource = {
  type: chatType.type,
  trash: 'Deleted chats cannot be restored.',
  undo: 'Chats are not recorded in the history.',
  erasure: true,
  rights: async (id) => {
    const chat = await chats.find({ id })
    return chat && chatRights(chat)
  },
  search: indexedThings(chatType.type, chats, {
    scope: chatSearchScope,
    readers: chatUserIds,
    indexed: { title: 'topic' },
    decide: chatPolicy.decide,
  }),
  load: async (reader, wanted) =>
    (await chats.findMany(wanted)).map((chat) =>
      chat && chatPolicy.decide(chat, reader) ? toChatView(chat) : undefined,
    ),
}
