import * as z from '../platform/schema/schema.ts'
import { entity, type ThingOf } from '../platform/table/entity.ts'
import { newId } from '../platform/runtime/id.ts'
import { log } from '../platform/runtime/log.ts'
import { ignoreConflict } from '../platform/table/conflict.ts'
import { transact, writeItem } from '../platform/table/table.ts'

/** Time until an unrenewed lease ends, in seconds; the holder renews it while it works. */
export const leaseSeconds = 45

const leaseMilliseconds = leaseSeconds * 1_000

/** Lease of a reply: held by the request that streams the reply, or by a worker. */
export const leases = entity({
  name: 'chats.lease',
  isInternal: true,
  schema: z.object({
    chat_id: z.string(),
    id: z.string(),
    run: z.string(),
    until: z.int(),
    version: z.int(),
  }),
  key: ({ chat_id, id }: { chat_id: string; id: string }) => ({ pk: `chat#${chat_id}`, sk: `lease#${id}` }),
  expires: ({ until }) => Math.ceil(until / 1000),
})
export type Lease = ThingOf<typeof leases>

interface ReplyId {
  chat_id: string
  id: string
}

/** Creates a lease that starts now; its version is one that no earlier lease of the reply has had. */
export const newLease = ({ chat_id, id }: ReplyId): Lease => {
  const time = Date.now()
  return leases.make({ chat_id, id, run: newId(), until: time + leaseMilliseconds, version: time })
}

/** Updates a lease unless anyone else has changed it since; returns undefined in that case. */
const updateUnlessChanged = (lease: Lease, changes: Partial<Lease>): Promise<Lease | undefined> =>
  ignoreConflict(async () => {
    const { thing, ...operation } = leases.toUpdate(lease, changes)
    await writeItem(operation)
    return thing
  })

/** Acquires the lease of a reply; returns undefined if another holder has it. */
export const takeLease = async (id: ReplyId): Promise<Lease | undefined> => {
  const before = await leases.find(id)
  if (before && before.until > Date.now()) return undefined
  const lease = newLease(id)
  if (!before) return ignoreConflict(() => leases.create(lease))
  return updateUnlessChanged(before, { run: lease.run, until: lease.until })
}

export const isLeased = async (id: ReplyId): Promise<boolean> =>
  ((await leases.find(id))?.until ?? 0) > Date.now()

/** Renews the lease while `work` runs, then releases it unless another holder has taken over. */
export const withLease = async <T>(lease: Lease, work: () => Promise<T>): Promise<T> => {
  let current: Lease | undefined = lease
  const renew = async () => {
    current &&= await updateUnlessChanged(current, { until: Date.now() + leaseMilliseconds })
  }
  let renewing = Promise.resolve()
  const timer = setInterval(() => {
    renewing = renew().catch((error: unknown) => log.error('renewing a lease failed', error))
  }, leaseMilliseconds / 3)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    await renewing
    const last = current
    if (last) await ignoreConflict(() => transact([leases.toRemoveRead(last, [])]))
  }
}
