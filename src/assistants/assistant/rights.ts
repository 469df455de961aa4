import { linkTo } from '../../platform/resource.ts'
import { ownerEntry, type Rights } from '../../platform/rights.ts'
import { assistantPolicy } from '../access.ts'
import { assistantType, type StoredAssistant } from './assistant.ts'

/** Who may use an assistant. */
export const assistantRights = (assistant: StoredAssistant): Rights => ({
  decidedBy: linkTo(assistantType, { id: assistant.id, title: assistant.name }),
  decide: (person) => assistantPolicy.decide(assistant, person),
  mayChange: (person) => assistantPolicy.allows(assistant, person, 'manage'),
  named: [ownerEntry(assistant.owner), ...assistant.grants],
  isOpen: assistant.visibility === 'public',
})
