import { historyOf } from '../platform/history/definition.ts'
import type { ResourceHistory } from '../platform/history/resource-history.ts'
import { restoreFromTrash } from '../platform/history/undo-definition.ts'
import { canEdit } from './access.ts'
import { assistants, assistantType } from './assistant.ts'

export const assistantHistory: ResourceHistory = {
  changes: [
    historyOf(assistants, {
      type: assistantType.type,
      fields: {
        name: 'value',
        description: 'value',
        instructions: 'value',
        model_id: 'value',
        model_parameters: 'value',
        functions: 'value',
        knowledge: 'value',
        conversation_starters: 'value',
        visibility: 'value',
        grants: 'value',
        max_steps: 'value',
        owner_id: ({ owner }) => owner.id,
      },
    }),
  ],
  limitsOf: async (reader, id) => {
    const assistant = await assistants.find({ id })
    return assistant && canEdit(reader, assistant) ? {} : { hiddenFields: ['instructions'], isReadOnly: true }
  },
  undo: [
    {
      type: assistantType.type,
      read: 'assistants_read_assistant',
      update: 'assistants_update_assistant',
      fields: {
        name: {},
        description: {},
        instructions: {},
        model_id: {},
        model_parameters: {},
        functions: {},
        knowledge: {},
        conversation_starters: {},
        visibility: {},
        grants: {},
        max_steps: {},
      },
      remove: 'assistants_delete_assistant',
      restore: restoreFromTrash,
    },
  ],
}
