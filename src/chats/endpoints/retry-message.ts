import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { Message } from '../message/message.ts'
import { presentMessage } from '../message/message-view.ts'
import { askerRequired, retryReply } from '../replies/reply-changes.ts'
import { toVisible } from '../message/visible-sources.ts'
import { tooManyReplies, tokensUsedUp } from '../../models/usage-problems.ts'
import { replyProblems } from '../problems.ts'

export const retryMessage = endpoint('POST /chats/{id}/messages/{message_id}/retry', {
  summary: 'Retry a reply',
  success: 'The reply, pending again.',
  description:
    'For a reply that failed or was cancelled, with the model of the assistant or another one. Calls made ' +
    'before are not repeated.',
  body: z.strictObject({
    model_id: z
      .string()
      .max(100)
      .optional()
      .meta(
        docs('ID of the model for the reply, one of `GET /models`; the model of the assistant if absent.', {
          examples: ['extractive'],
        }),
      ),
  }),
  isBodyOptional: true,
  readsModels: true,
  response: Message,
  problems: [
    askerRequired,
    tooManyReplies,
    tokensUsedUp,
    ...replyProblems('The reply has neither failed nor been cancelled.', [
      'completed',
      ['failed', 'cancelled'],
    ]),
  ],
  handle: async ({ actor, params: { id, message_id }, body }) =>
    presentMessage(await toVisible(actor, await retryReply(actor, id, message_id, body.model_id)), actor),
})
