import * as z from '../../platform/schema/schema.ts'
import { Person } from '../../platform/schema/fields.ts'
import { now } from '../../platform/runtime/time.ts'

/** Author and time of a change to a task. */
export const Attribution = z.object({ by: Person, at: z.string() })
export type Attribution = z.output<typeof Attribution>

/** Returns the attribution of a change that a person makes now. */
export const newAttribution = ({ id, name }: Attribution['by']): Attribution => ({
  by: { id, name },
  at: now(),
})
