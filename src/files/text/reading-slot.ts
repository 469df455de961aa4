import type { OpenReadings } from '../../documents/process/counted-reading.ts'
import { newId } from '../../platform/runtime/id.ts'
import { users } from '../../platform/identity/user.ts'
import { epochSeconds } from '../../platform/runtime/time.ts'
import * as z from '../../platform/schema/schema.ts'
import { ignoreConflict, retryOnConflict } from '../../platform/table/conflict.ts'
import { entity, type ThingOf } from '../../platform/table/entity.ts'
import { writeItem } from '../../platform/table/table.ts'

/** How many documents of one person are read at once, for whatever they are read. */
export const maxReadings = 3

/** How long a worker may read (its function ends then), and until its message has come again, in seconds. */
const heldSeconds = 900 + 120
/** How long it is known that a reading has not ended, in seconds. */
const keptSeconds = 86_400

type SlotKey = { user_id: string; number: number }

/** What one reading of a person has while it goes on, and how often that has begun without an end. */
export const readingSlots = entity({
  name: 'files.reading_slot',
  isInternal: true,
  schema: z.object({
    user_id: z.string(),
    number: z.int(),
    /** What is read. */
    reading: z.string(),
    count: z.int(),
    /** Who took it last: the one who got no answer finds that it has it. */
    taken_by: z.string().default(''),
    /** When another reading may have it. */
    free_at: z.int(),
    version: z.int().default(1),
  }),
  key: ({ user_id, number }: SlotKey) => ({
    pk: users.keyOf({ id: user_id }).pk,
    sk: `reading-slot#${number}`,
  }),
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

/** Takes a slot, or the one that the document has; `begins` counts one more reading of it. */
const take = ({ user_id, reading }: PersonsReading, begins: 0 | 1): Promise<Slot> => {
  const taken_by = newId()
  return retryOnConflict(async () => {
    const keys = Array.from({ length: maxReadings }, (_, number) => ({ user_id, number }))
    const found = await readingSlots.findMany(keys)
    const own = found.find((slot) => slot?.reading === reading)
    if (own?.taken_by === taken_by) return own
    const free = found.findIndex((slot) => slot === undefined || slot.free_at <= epochSeconds())
    const number = own?.number ?? free
    if (number === -1) throw new NoSlot(user_id, `${maxReadings} documents of the person are being read.`)
    const taken = {
      reading,
      count: (own?.count ?? 0) + begins,
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
  let slot: Slot | undefined
  return {
    hold: async () => (slot = await take(of, 0)),
    open: async () => (slot = await take(of, 1)).count,
    close: async () => {
      const taken = slot
      if (taken) await ignoreConflict(() => writeItem(readingSlots.toRemoveRead(taken, [])))
    },
  }
}
