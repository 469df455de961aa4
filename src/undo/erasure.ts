import { formerStates } from '../platform/history/former-state.ts'
import { onErasure } from '../platform/identity/erasure.ts'

/** What an erased person wrote, or is named in, is not put back. */
export const erasureHandlers = [
  onErasure(formerStates, async (state) => {
    await formerStates.remove(state)
    return 'removed'
  }),
]
