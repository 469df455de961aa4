import { editable, historyOf } from '../../platform/history/definition.ts'
import type { ResourceHistory } from '../../platform/history/resource-history.ts'
import { assistantPolicy } from './access.ts'
import { AssistantInput, assistants, assistantType } from './assistant.ts'

export const assistantHistory: ResourceHistory = {
  changes: [
    historyOf(assistants, {
      type: assistantType.type,
      fields: {
        ...editable(AssistantInput.shape),
        owner_id: ({ owner }) => owner.id,
      },
      removed: 'trashed',
    }),
  ],
  limitsOf: async (reader, id) => {
    const assistant = await assistants.find({ id })
    return assistant && assistantPolicy.allows(assistant, reader, 'edit')
      ? {}
      : { hiddenFields: ['instructions'], isReadOnly: true }
  },
}
