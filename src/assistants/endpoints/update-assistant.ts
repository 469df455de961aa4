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
      'For its owner, those who are granted `edit`, and administrators; `visibility` and `grants` are the owner’s and ' +
      'administrators’ to change. Functions and knowledge that it had before may stay, also those that are not the ' +
      'caller’s to choose.',
    body: updateOf(AssistantInput, Assistant),
    response: Assistant,
    problems: {
      403: 'The caller may use the assistant, but not change this of it.',
      412: '`If-Match` names another version.',
    },
  },
  ({ actor, params, body, ifMatch }) => changeAssistant(actor, params.id, body, ifMatch),
)
