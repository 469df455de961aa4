import { toMemberEvents } from '../notifications/member-events.ts'
import { onChange } from '../platform/events/dispatcher.ts'
import { assistants, assistantType, type StoredAssistant } from './assistant/assistant.ts'
import { sharedAssistants } from './assistant/share.ts'

const sharedGrants = ({ visibility, grants }: StoredAssistant) => (visibility === 'shared' ? grants : [])

export const changeHandlers = [
  onChange(assistants, async (change) => {
    const { before, after } = change
    if (before?.version === after?.version) return []
    const { id } = (after ?? before) as { id: string }
    await sharedAssistants.rows.sync(before, after, () => assistants.find({ id }))
    return toMemberEvents(assistantType.type, sharedGrants, change)
  }),
]
