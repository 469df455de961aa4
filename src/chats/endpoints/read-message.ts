import { endpoint } from '../../platform/http/endpoint.ts'
import { loadRatedMessage } from '../message/feed.ts'
import { Message, messagePath, messages } from '../message/message.ts'
import { presentMessage } from '../message/message-view.ts'
import { withPresentReferences } from '../message/present-references.ts'

export const readMessage = endpoint(`GET ${messagePath}`, {
  summary: 'Get a message',
  description:
    'For the participants of the chat. An unfinished reply has the text written up to now. Unlike reading the ' +
    'chat, this marks nothing as read.',
  response: Message,
  problems: [messages.absent],
  handle: async ({ actor, params: { id, message_id } }) => {
    const { message, rating } = await loadRatedMessage(actor, id, message_id)
    const [shown = message] = await withPresentReferences(actor, [message])
    return presentMessage(shown, actor, rating)
  },
})
