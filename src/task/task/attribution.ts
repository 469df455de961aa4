import * as z from '../../platform/schema/schema.ts'
import { Person } from '../../platform/schema/fields.ts'
import { now } from '../../platform/runtime/time.ts'

/** Who did something to a task, and when. */
export const Attribution = z.object({ by: Person, at: z.string() })
export type Attribution = z.output<typeof Attribution>

/** Attributes to somebody what they do now. */
export const attributionOf = ({ id, name }: Attribution['by']): Attribution => ({
  by: { id, name },
  at: now(),
})
