import { endpoint } from '../../platform/http/endpoint.ts'
import { Message } from '../message/message.ts'
import { presentMessage } from '../message/message-view.ts'
import { askerRequired, cancelReply } from '../replies/reply-changes.ts'
import { toVisible } from '../message/visible-sources.ts'
import { replyProblems } from '../problems.ts'

export const cancelMessage = endpoint('POST /chats/{id}/messages/{message_id}/cancel', {
  summary: 'Cancel a reply',
  success: 'The current state of the reply.',
  description: 'For a reply that is pending or waits for confirmation. The assistant makes no further calls.',
  response: Message,
  problems: [
    askerRequired.as({ when: 'The caller neither requested the reply nor owns the chat.' }),
    ...replyProblems('The reply has already finished.', ['completed', ['pending', 'requires_action']]),
  ],
  handle: async ({ actor, params: { id, message_id } }) =>
    presentMessage(await toVisible(actor, await cancelReply(actor, id, message_id)), actor),
})
