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
    'For its author, within 24 hours. Nobody is notified again, and no assistant answers again: a reply that has ' +
    'already been started continues with what was asked. Afterwards, assistants read the new text.',
  body: MessageInput,
  response: Message,
  problems: [...changeProblems, messageDeleted],
  handle: async ({ actor, params: { id, message_id }, body, ifMatch }) =>
    presentMessage(await editMessage(actor, id, message_id, body, ifMatch), actor),
})
