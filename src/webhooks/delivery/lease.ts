import { optionalTime } from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { ignoreConflict } from '../../platform/table/conflict.ts'
import { entity, type ThingOf } from '../../platform/table/entity.ts'
import { writeItem } from '../../platform/table/table.ts'

/**
 * Duration of a lease in milliseconds: longer than a run, and less than the 60 s after which the message of a killed
 * worker returns.
 */
const leaseMilliseconds = 45_000

/**
 * Leases of webhooks, so that a dead receiver occupies one worker at most, and of slots for slow webhooks. The lease of
 * a webhook also stores the health of its receiver.
 */
const leases = entity({
  name: 'webhooks.lease',
  isInternal: true,
  schema: z.object({
    name: z.string(),
    until: z.int(),
    /** Time of the first failure since the last success. */
    failing_since: optionalTime,
    /** True if any of the last attempts failed or was slow. */
    is_slow: z.boolean().default(false),
    version: z.int(),
  }),
  key: ({ name }: { name: string }) => ({ pk: `webhook-lease#${name}`, sk: 'lease' }),
})

export type Lease = ThingOf<typeof leases>

/** Number of workers for slow webhooks together, so that they never occupy all workers of the queue. */
const slowSlots = 6

/** Acquires a lease; returns undefined if another worker holds it. */
export const takeNamedLease = async (name: string): Promise<Lease | undefined> => {
  const until = Date.now() + leaseMilliseconds
  const before = await leases.find({ name })
  if (before && before.until > Date.now()) return undefined
  return ignoreConflict(async () => {
    if (!before) return leases.create(leases.make({ name, until }))
    const update = leases.toUpdate(before, { until })
    await writeItem(update)
    return update.thing
  })
}

/** Acquires one of the leases for slow webhooks; returns undefined if none is free. */
export const takeSlowSlot = async (): Promise<Lease | undefined> => {
  const first = Math.floor(Math.random() * slowSlots)
  for (let n = 0; n < slowSlots; n++) {
    const slot = await takeNamedLease(`slot-${(first + n) % slowSlots}`)
    if (slot) return slot
  }
  return undefined
}

/** Health of the receiver of a webhook. */
export type Health = Pick<Lease, 'failing_since' | 'is_slow'>

/** Ends a lease, or applies other changes to it, unless another worker has taken over. */
export const releaseLease = (lease: Lease, changes: Partial<Lease> = {}): Promise<unknown> =>
  ignoreConflict(() => writeItem(leases.toUpdate(lease, { until: 0, ...changes })))
