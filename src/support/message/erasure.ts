import type { KindErasure } from '../../platform/identity/erasure.ts'

/** Every agent reads every ticket. */
export const messageErasure: KindErasure = { handlers: [], isShownToOthers: async () => true }
