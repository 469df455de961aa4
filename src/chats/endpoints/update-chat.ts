import { endpoint } from '../../platform/http/endpoint.ts'
import { updateOf } from '../../platform/schema/update-fields.ts'
import { changeChat } from '../chat/changes.ts'
import { Chat, ChatInput } from '../chat/chat.ts'
import { chatMemberships, presentChat } from '../chat/membership.ts'
import { ownerRequired } from '../chat/access.ts'

export const updateChat = endpoint('PUT /chats/{id}', {
  summary: 'Update a chat',
  sharing: ['participants'],
  description:
    '`participants` replaces the whole list; the owner stays. New participants see earlier messages, but in ' +
    'replies only quotations from sources that they may read.',
  body: updateOf(ChatInput, Chat),
  response: Chat,
  problems: [ownerRequired],
  handle: async ({ actor, params, body, ifMatch }) => {
    const { topic, participants } = body
    const [chat, row] = await Promise.all([
      changeChat(actor, params.id, { topic, participants }, ifMatch),
      chatMemberships.find({ user_id: actor.id, chat_id: params.id }),
    ])
    return presentChat(chat, actor, row)
  },
})
