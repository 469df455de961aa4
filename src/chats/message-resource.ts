import { linkTo, type Resource } from '../platform/resource.ts'
import { takesPart } from './access.ts'
import { chats, chatType, type StoredChat } from './chat.ts'
import { messages, type StoredMessage } from './message.ts'

type Key = Pick<StoredMessage, 'chat_id' | 'number'>

/** The one id of a message among all things: what its key is made of. */
export const messageRef = ({ chat_id, number }: Key): string => `${chat_id}#${number}`

const keyOf = (ref: string): Key => {
  const [chat_id = '', number] = ref.split('#')
  return { chat_id, number: Number(number) }
}

const viewOf = (chat: StoredChat, message: StoredMessage) => ({
  ...linkTo(chatType, { id: chat.id, title: chat.topic }),
  type: 'chat_message',
  id: messageRef(message),
  text: message.text,
  updated_at: message.updated_at,
  file_ids: message.attachments.map(({ id }) => id),
})

export const messageResource: Resource = {
  type: 'chat_message',
  holdsFiles: true,
  load: async (reader, wanted) => {
    const keys = wanted.map(({ id }) => keyOf(id))
    const [around, found] = await Promise.all([
      chats.findMany(keys.map(({ chat_id }) => ({ id: chat_id }))),
      messages.findMany(keys),
    ])
    return found.map((message, index) => {
      const chat = around[index]
      return message && chat && takesPart(reader, chat) ? viewOf(chat, message) : undefined
    })
  },
}
