import { sharedHistory } from '../../platform/sharing/shared-history.ts'
import { spaceKind } from './access.ts'
import { SpaceInput } from './space.ts'

export const spaceHistory = sharedHistory(spaceKind, SpaceInput)
