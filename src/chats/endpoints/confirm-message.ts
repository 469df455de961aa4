import * as z from '../../platform/schema/schema.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { Message, presentMessage } from '../message.ts'
import { confirmReply } from '../reply-changes.ts'

export const confirmMessage = endpoint(
  {
    method: 'POST',
    path: '/chats/{id}/messages/{message_id}/confirm',
    summary: 'Confirm what a reply waits with',
    description:
      'Lets the calls through that remove something, or refuses them; the assistant goes on either way.',
    body: z.strictObject({
      approve: z.boolean().meta({ description: 'Whether the calls may be made.' }),
    }),
    response: Message,
    problems: { 403: 'The caller has not asked for it.', 409: 'It waits for nothing.' },
  },
  async ({ actor, params: { id, message_id }, body }) =>
    presentMessage(await confirmReply(actor, id, message_id, body.approve)),
)
