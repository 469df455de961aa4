import { linkTo, type Resource } from '../platform/resource.ts'
import { takesPart } from './access.ts'
import { chats, chatType, chatSearchScope, type StoredChat } from './chat.ts'

const viewOf = ({ id, topic, last_message_at, updated_at }: StoredChat) => ({
  ...linkTo(chatType, { id, title: topic }),
  text: '',
  updated_at: last_message_at ?? updated_at,
})

export const chatResource: Resource = {
  type: chatType.type,
  searchScope: ({ id }) => chatSearchScope(id),
  load: async (reader, wanted) =>
    (await chats.findMany(wanted)).map((chat) =>
      chat && takesPart(reader, chat) ? viewOf(chat) : undefined,
    ),
}
