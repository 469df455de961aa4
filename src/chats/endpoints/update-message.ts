import { endpoint } from '../../platform/http/endpoint.ts'
import { Message } from '../message/message.ts'
import { editMessage, messageDeleted } from '../message/changes.ts'
import { MessageInput } from '../message/input.ts'
import { presentMessage } from '../message/message-view.ts'
import { changeProblems } from '../problems.ts'

export const updateMessage = endpoint('PUT /chats/{id}/messages/{message_id}', {
  entity: 'chats.message',
  summary: 'Edit a message',
  description:
    'For its author, within 24 hours. People are not notified again, and assistants do not answer again: an ' +
    'unfinished reply continues with the old text. Afterwards, assistants read the new text.',
  body: MessageInput,
  response: Message,
  problems: [...changeProblems, messageDeleted],
  handle: async ({ actor, params: { id, message_id }, body, ifMatch }) =>
    presentMessage(await editMessage(actor, id, message_id, body, ifMatch), actor),
})
