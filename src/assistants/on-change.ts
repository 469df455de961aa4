import { onMemberChange } from '../notifications/member-events.ts'
import type { StoredAssistant } from './assistant/assistant.ts'
import { sharedAssistants } from './assistant/share.ts'

const sharedGrants = ({ visibility, grants }: StoredAssistant) => (visibility === 'shared' ? grants : [])

export const changeHandlers = [onMemberChange(sharedAssistants, sharedGrants)]
