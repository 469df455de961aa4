import { epochSeconds, now } from '../runtime/time.ts'
import * as z from '../schema/schema.ts'
import { entity } from '../table/entity.ts'
import type { ResourceRef } from '../resource-ref.ts'

/** Retention of a read in seconds, longer than the table's stream. */
const keptSeconds = 2 * 86_400

/**
 * Record that an administrator read a resource by their role alone on a day (`YYYY-MM-DD` in UTC), kept for history
 * alone; one per person, resource and day. Read-only functions may write few keys, these among them
 * (infra/template/roles.yml, decision 0020).
 */
export const privilegedReads = entity({
  name: 'identity.reading',
  schema: z.object({
    user_id: z.string(),
    day: z.string(),
    type: z.string(),
    id: z.string(),
    until: z.int(),
  }),
  key: ({ user_id, day, type, id }: { user_id: string; day: string; type: string; id: string }) => ({
    pk: `reading#${user_id}`,
    sk: `${day}#${type}#${id}`,
  }),
  expires: ({ until }) => until,
})

/** Maximum number of reads that a process remembers to avoid writing them again. */
const maxKnown = 10_000
const known = new Set<string>()

/** Records that a person read a resource, once a day. */
export const recordPrivilegedRead = async (user_id: string, { type, id }: ResourceRef): Promise<void> => {
  const day = now().slice(0, 10)
  const { pk, sk } = privilegedReads.keyOf({ user_id, day, type, id })
  if (known.has(`${pk}#${sk}`)) return
  await privilegedReads.ensure({ user_id, day, type, id, until: epochSeconds() + keptSeconds })
  if (known.size >= maxKnown) known.clear()
  known.add(`${pk}#${sk}`)
}
