import * as z from '../../platform/schema/schema.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { Message, presentMessage } from '../message.ts'
import { confirmReply } from '../reply-changes.ts'

export const confirmMessage = endpoint(
  {
    method: 'POST',
    path: '/chats/{id}/messages/{message_id}/confirm',
    summary: 'Confirm the calls that a reply waits for',
    description: 'Approves or refuses the calls that remove something; the assistant continues either way.',
    body: z.strictObject({
      approve: z.boolean().meta({ description: 'Whether the calls may be made.' }),
    }),
    response: Message,
    problems: { 403: 'The caller did not ask for the reply.', 409: 'It is not waiting for confirmation.' },
  },
  async ({ actor, params: { id, message_id }, body }) =>
    presentMessage(await confirmReply(actor, id, message_id, body.approve)),
)
