import type { KindUndo } from '../../platform/history/undo-operations.ts'
import { deleteAssistant } from '../endpoints/delete-assistant.ts'
import { readAssistant } from '../endpoints/read-assistant.ts'
import { updateAssistant } from '../endpoints/update-assistant.ts'
import { assistantType } from '../assistant/assistant.ts'

export const assistantUndo: KindUndo = {
  [assistantType.type]: { read: readAssistant, update: updateAssistant, remove: deleteAssistant },
}
