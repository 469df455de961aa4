import { toMemberEvents } from '../notifications/member-events.ts'
import { onChange } from '../platform/events/dispatcher.ts'
import { assistants, assistantType, type StoredAssistant } from './assistant/assistant.ts'
import { shareRows } from './assistant/share.ts'

const sharedGrants = ({ visibility, grants }: StoredAssistant) => (visibility === 'shared' ? grants : [])

export const changeHandlers = [
  onChange(assistants, async (change) => {
    const { before, after } = change
    if (before?.version === after?.version) return []
    const { id } = (after ?? before) as { id: string }
    await shareRows.sync(before, after, () => assistants.find({ id }))
    return toMemberEvents(assistantType.type, sharedGrants, change)
  }),
]
