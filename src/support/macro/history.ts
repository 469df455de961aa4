import { isAgent } from '../../platform/identity/user.ts'
import { editable, historyOf } from '../../platform/history/definition.ts'
import type { ResourceHistory } from '../../platform/history/resource-history.ts'
import { MacroInput, macros, macroType } from './macro.ts'

export const macroHistory: ResourceHistory = {
  changes: [
    historyOf(macros, {
      ...macroType,
      fields: editable(MacroInput.shape),
      audience: () => 'agent',
      removed: 'kept',
    }),
  ],
  limitsOf: (reader) => Promise.resolve({ isReadOnly: !isAgent(reader), seesDeleted: isAgent(reader) }),
}
