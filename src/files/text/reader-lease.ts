import type { OpenReadings } from '../../documents/process/open-readings.ts'
import { newId } from '../../platform/runtime/id.ts'
import { users } from '../../platform/identity/user.ts'
import { epochSeconds } from '../../platform/runtime/time.ts'
import * as z from '../../platform/schema/schema.ts'
import { ignoreConflict, retryOnConflict } from '../../platform/table/conflict.ts'
import { entity, keyWithin, type ThingOf } from '../../platform/table/entity.ts'
import { writeItem } from '../../platform/table/table.ts'

/** How many documents of one person are read at once, for whatever they are read. */
export const maxReadings = 3

/** How long a worker may read (its function ends then), and until its message has come again, in seconds. */
const heldSeconds = 900 + 120
/** How long it is known that a reading has not ended, in seconds. */
const keptSeconds = 86_400
/** For how long a reading counts as alive since it last said so: a killed worker's message comes again after 40. */
const leaseSeconds = 30

/** What one reading has while it goes on, and how many of its deliveries have begun and not ended (decision 0032). */
export const readingSlots = entity({
  name: 'files.reading_slot',
  isInternal: true,
  schema: z.object({
    user_id: z.string(),
    number: z.int(),
    reading: z.string(),
    /** How many readers have died over it, and one more while it is read. */
    count: z.int(),
    /** Until when its readers count as alive, however many deliveries of it are worked on at once. */
    read_until: z.int().default(0),
    /** Who took it last: the one who got no answer finds that it has it. */
    taken_by: z.string().default(''),
    /** When another reading may have it. */
    free_at: z.int(),
    version: z.int().default(1),
  }),
  key: keyWithin('user_id', users, ({ number }: { number: number }) => `reading-slot#${number}`),
  expires: ({ free_at }) => free_at + keptSeconds,
})

type Slot = ThingOf<typeof readingSlots>

/** A document of a person that is to be read, by what it is read for: it has the same slot at each delivery. */
export interface PersonsReading {
  user_id: string
  reading: string
}

/** All slots of a person are taken by other readings. */
export class NoSlot extends Error {
  override readonly name = 'NoSlot'
  readonly user_id: string

  constructor(user_id: string, why: string) {
    super(why)
    this.user_id = user_id
  }
}

const leaseEnd = () => epochSeconds() + leaseSeconds

/** Takes a slot, or the one that the document has. One that begins counts, unless another of its readers is alive. */
const take = ({ user_id, reading }: PersonsReading, begins: boolean): Promise<Slot> => {
  const taken_by = newId()
  return retryOnConflict(async () => {
    const keys = Array.from({ length: maxReadings }, (_, number) => ({ user_id, number }))
    const found = await readingSlots.findMany(keys)
    const own = found.find((slot) => slot?.reading === reading)
    if (own?.taken_by === taken_by) return own
    const free = found.findIndex((slot) => slot === undefined || slot.free_at <= epochSeconds())
    const number = own?.number ?? free
    if (number === -1) throw new NoSlot(user_id, `${maxReadings} documents of the person are being read.`)
    const { count, read_until } = own ?? { count: 0, read_until: 0 }
    const taken = {
      reading,
      count: begins && read_until <= epochSeconds() ? count + 1 : count,
      read_until: begins ? leaseEnd() : read_until,
      free_at: epochSeconds() + heldSeconds,
      taken_by,
    }
    const before = found[number]
    if (!before) return readingSlots.create(readingSlots.make({ user_id, number, ...taken }))
    const update = readingSlots.toUpdate(before, taken)
    if (!update.isSame) await writeItem(update)
    return update.thing
  })
}

/**
 * The readings of a document, which begin with a slot of its person and end by giving it back. To hold one and to begin
 * throw `NoSlot` where there is none; that of a worker that was killed is free some time later, and for the same
 * document at once.
 */
export const slotReadings = (of: PersonsReading): OpenReadings & { hold: () => Promise<unknown> } => {
  let slot: Promise<Slot | undefined> = Promise.resolve(undefined)
  /** After what was written before; another delivery of the document may have the slot as well. */
  const leaseUntil = (read_until: number) => {
    const change = async (taken: Slot | undefined) => {
      const isOurs = (current: Slot) => current.reading === of.reading
      const left =
        taken && (await readingSlots.updateIfThere(taken, (now) => (isOurs(now) ? { read_until } : {})))
      return left && isOurs(left) ? left : undefined
    }
    slot = slot.then((taken) => change(taken).catch(() => taken))
    return slot
  }
  return {
    hold: () => (slot = take(of, false)),
    open: async () => (await (slot = take(of, true))).count,
    renew: () => leaseUntil(leaseEnd()),
    abandon: () => leaseUntil(0),
    close: async () => {
      const taken = await slot
      if (taken) await ignoreConflict(() => writeItem(readingSlots.toRemoveRead(taken, [])))
    },
  }
}
