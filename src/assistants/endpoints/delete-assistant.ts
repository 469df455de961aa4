import { endpoint } from '../../platform/http/endpoint.ts'
import { removeAssistant } from '../assistant/changes.ts'
import { ownerRequired } from '../assistant/access.ts'

export const deleteAssistant = endpoint('DELETE /assistants/{id}', {
  summary: 'Delete an assistant',
  isFunction: true,
  description:
    'The assistant can no longer be used by anyone. Chats with it keep their messages. It can be restored from ' +
    'the trash for 30 days.',
  takesIfMatch: true,
  problems: [ownerRequired],
  handle: ({ actor, params, ifMatch }) => removeAssistant(actor, params.id, ifMatch),
})
