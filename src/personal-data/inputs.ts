import * as z from '../platform/schema/schema.ts'

/** IDs of the person to erase, and of the successor, who receives resources of theirs that others use. */
export const ErasureInput = z.object({ user_id: z.string(), successor_id: z.string() })

/** State of an erasure job until it ends: the name by which texts may mention the person. */
export const FormerName = z.object({ former_name: z.string().optional() })
