import { endpoint } from '../../platform/http/endpoint.ts'
import { updateOf } from '../../platform/schema/fields.ts'
import { changeAssistant } from '../assistant-changes.ts'
import { Assistant, AssistantInput } from '../assistant.ts'

export const updateAssistant = endpoint(
  {
    method: 'POST',
    path: '/assistants/{id}/update',
    summary: 'Change an assistant',
    description:
      'For its owner, people granted `edit`, and administrators. Only the owner and administrators may ' +
      'change `visibility` and `grants`. Functions and knowledge that it already has may stay, even if the ' +
      'caller could not add them.',
    body: updateOf(AssistantInput, Assistant),
    response: Assistant,
    problems: {
      403: 'The caller may use the assistant, but not change these fields.',
      412: '`If-Match` names a different version.',
    },
  },
  ({ actor, params, body, ifMatch }) => changeAssistant(actor, params.id, body, ifMatch),
)
