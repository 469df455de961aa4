import type { KindErasure } from '../../platform/identity/erasure.ts'

/** Every agent can read every ticket. */
export const messageErasure: KindErasure = { handlers: [], isShownToOthers: async () => true }
