import { newId } from '../../platform/runtime/id.ts'
import { users } from '../../platform/identity/user.ts'
import { epochSeconds } from '../../platform/runtime/time.ts'
import * as z from '../../platform/schema/schema.ts'
import { ignoreConflict, retryOnConflict } from '../../platform/table/conflict.ts'
import { entity, keyWithin, type ThingOf } from '../../platform/table/entity.ts'
import { writeItem } from '../../platform/table/table.ts'

/** Maximum number of leases of one person, for texts and courses together. */
export const maxLeases = 3

/**
 * Maximum time a worker waits and reads until its function ends, plus the time until its message returns, in seconds.
 */
const leaseSeconds = 900 + 120
/** Time the deaths of readers are stored after a lease has ended, in seconds. */
const retentionSeconds = 86_400

/** Leases: the right to read one document of a person, with the number of readers that died from it (decision 0032). */
export const readerLeases = entity({
  name: 'files.reader_lease',
  isInternal: true,
  schema: z.object({
    user_id: z.string(),
    number: z.int(),
    reading: z.string(),
    /** Number of readers that died; a worker that was killed with its reader does not count. */
    deaths: z.int(),
    /** The acquisition that wrote the item: a retry after a lost answer recognizes its own write. */
    taken_by: z.string(),
    /** Time after which another document may take the lease. */
    free_at: z.int(),
    version: z.int().default(1),
  }),
  key: keyWithin('user_id', users, ({ number }: { number: number }) => `reader-lease#${number}`),
  expires: ({ free_at }) => free_at + retentionSeconds,
})

type StoredLease = ThingOf<typeof readerLeases>

/** A document of a person and the purpose of reading it; every delivery of its message gets the same lease. */
export interface PersonsReading {
  user_id: string
  reading: string
}

/** Thrown while other documents hold all readers that a person may have. */
export class NoFreeReader extends Error {
  override readonly name = 'NoFreeReader'
  readonly user_id: string

  constructor(user_id: string, why: string) {
    super(why)
    this.user_id = user_id
  }
}

const acquire = ({ user_id, reading }: PersonsReading): Promise<StoredLease> => {
  const taken_by = newId()
  return retryOnConflict(async () => {
    const keys = Array.from({ length: maxLeases }, (_, number) => ({ user_id, number }))
    const stored = await readerLeases.findMany(keys)
    const own = stored.find((lease) => lease?.reading === reading)
    if (own?.taken_by === taken_by) return own
    const free = stored.findIndex((lease) => lease === undefined || lease.free_at <= epochSeconds())
    const number = own?.number ?? free
    if (number === -1)
      throw new NoFreeReader(user_id, `${maxLeases} documents of the person are already being read.`)
    const taken = { reading, deaths: own?.deaths ?? 0, taken_by, free_at: epochSeconds() + leaseSeconds }
    const before = stored[number]
    if (!before) return readerLeases.create(readerLeases.make({ user_id, number, ...taken }))
    const update = readerLeases.toUpdate(before, taken)
    if (!update.isSame) await writeItem(update)
    return update.thing
  })
}

export interface ReaderLease {
  /** Counts a reader that died, and returns the number of deaths; the next delivery reads the document again. */
  recordDeath: () => Promise<number>
  release: () => Promise<unknown>
}

/**
 * Acquires a lease, or the lease that the document already holds. Throws `NoFreeReader` if none is free. If the worker
 * is killed, the same document gets the lease at once, and another document after its expiry.
 */
export const acquireLease = async (of: PersonsReading): Promise<ReaderLease> => {
  let lease = await acquire(of)
  return {
    recordDeath: async () => {
      const isOurs = ({ reading }: StoredLease) => reading === of.reading
      const changes = (current: StoredLease) => (isOurs(current) ? { deaths: current.deaths + 1 } : {})
      const updated = await readerLeases.updateIfThere(lease, changes)
      if (updated && isOurs(updated)) lease = updated
      return lease.deaths
    },
    release: () => ignoreConflict(() => writeItem(readerLeases.toRemoveRead(lease, []))),
  }
}
