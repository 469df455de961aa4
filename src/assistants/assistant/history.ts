import type { ResourceHistory } from '../../platform/history/resource-history.ts'
import { sharedHistory } from '../../platform/sharing/shared-history.ts'
import { assistantKind, assistantPolicy } from './access.ts'
import { AssistantInput, assistants } from './assistant.ts'

export const assistantHistory: ResourceHistory = {
  ...sharedHistory(assistantKind, AssistantInput),
  limitsOf: async (reader, id) => {
    const assistant = await assistants.find({ id })
    return assistant && assistantPolicy.allows(assistant, reader, 'edit')
      ? {}
      : { hiddenFields: ['instructions'], isReadOnly: true }
  },
}
