import { endpoint } from '../../platform/http/endpoint.ts'
import { clearMessage } from '../message/changes.ts'
import { changeProblems } from '../problems.ts'

export const deleteMessage = endpoint('DELETE /chats/{id}/messages/{message_id}', {
  entity: 'chats.message',
  summary: 'Delete a message',
  success: 'The message is deleted and has no contents.',
  description:
    'For its author, within 24 hours. The message stays in the chat without its contents, and its files can no ' +
    'longer be read through it. Unfinished replies to it are cancelled; finished ones stay.',
  takesIfMatch: true,
  problems: changeProblems,
  handle: ({ actor, params: { id, message_id }, ifMatch }) => clearMessage(actor, id, message_id, ifMatch),
})
