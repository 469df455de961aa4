import { endpoint } from '../../platform/http/endpoint.ts'
import { addAssistant } from '../assistant-changes.ts'
import { Assistant, NewAssistant } from '../assistant.ts'

export const createAssistant = endpoint(
  {
    method: 'POST',
    path: '/assistants/create',
    summary: 'Create an assistant',
    description:
      'The caller owns it. Everybody may make public ones. Its functions are such as the caller may call, its knowledge ' +
      'such as the caller may read; when it is asked, the rights of who asks count.',
    body: NewAssistant,
    status: 201,
    response: Assistant,
    location: '/assistants/{id}',
  },
  ({ actor, body }) => addAssistant(actor, body),
)
