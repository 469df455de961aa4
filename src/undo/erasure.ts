import { formerStates } from '../platform/history/former-state.ts'
import { onErasure } from '../platform/identity/erasure.ts'

/** Erasure of former states: content that an erased person wrote, or that names them, must not be restored. */
export const erasureHandlers = [
  onErasure(formerStates, async (state) => {
    await formerStates.remove(state)
    return 'removed'
  }),
]
