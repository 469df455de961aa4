import * as z from '../platform/schema/schema.ts'

/** What stays of a name that was erased. */
export const formerName = 'Former colleague'

/** Who is erased, and who gets what they owned and others use. */
export const ErasureInput = z.object({ user_id: z.string(), successor_id: z.string() })

/** What such a job knows until it ends: the name that texts may mention the person by. */
export const FormerName = z.object({ former_name: z.string().optional() })
