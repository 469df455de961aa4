import { endpoint } from '../../platform/http/endpoint.ts'
import { awaitLater } from '../../platform/runtime/await-later.ts'
import { updateOf } from '../../platform/schema/update-fields.ts'
import { editRequired, ownerRequired, presentAssistant } from '../assistant/access.ts'
import { changeAssistant } from '../assistant/changes.ts'
import { Assistant, AssistantInput } from '../assistant/assistant.ts'
import { findRatingCounts } from '../assistant/rating-counts.ts'

export const updateAssistant = endpoint('POST /assistants/{id}/update', {
  summary: 'Update an assistant',
  isFunction: true,
  description:
    'For its owner, people granted `edit`, and administrators. Only the owner and administrators may ' +
    'change `visibility` and `grants`. Functions and knowledge that it already has may stay, even if the ' +
    'caller could not add them.',
  sharing: ['visibility', 'grants'],
  body: updateOf(AssistantInput, Assistant),
  readsModels: true,
  response: Assistant,
  takesIfMatch: true,
  problems: [editRequired, ownerRequired],
  handle: async ({ actor, params: { id }, body, ifMatch }) => {
    const counting = awaitLater(findRatingCounts(id))
    return presentAssistant(actor, await changeAssistant(actor, id, body, ifMatch), await counting)
  },
})
