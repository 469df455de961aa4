import type { Actor } from '../identity/actor.ts'
import type { Item } from '../table/operation.ts'
import type { SeenEntry, TrashDefinition, TrashRight } from './definition.ts'
import { trashEntries, type StoredEntry } from './entry.ts'

type Reader = Pick<Actor, 'id' | 'role' | 'groups'>

interface Things<T> {
  read: (item: Item) => T
  findMany: (ids: { id: string }[]) => Promise<(T | undefined)[]>
}

const seen = (entry: StoredEntry, right: TrashRight | undefined): SeenEntry | undefined =>
  right && { entry, right }

const isTrashed = (entry: StoredEntry | undefined): entry is StoredEntry => entry?.state === 'trashed'

/** Returns the resource that an entry holds. */
export const trashedThing = <T>({ read }: Pick<Things<T>, 'read'>, { item }: Pick<StoredEntry, 'item'>): T =>
  read(item as Item)

/** Returns a resource with its next version, as after every change, for its restoration. */
export const nextVersion = <T extends { version: number }>(thing: T): T => ({
  ...thing,
  version: thing.version + 1,
})

/** Returns the resource that an entry holds, with its next version. */
export const restoredThing = <T extends { version: number }>(
  things: Pick<Things<T>, 'read'>,
  entry: Pick<StoredEntry, 'item'>,
): T => nextVersion(trashedThing(things, entry))

/** Creates the function that loads entries of resources that decide access themselves. */
export const loadTrashed =
  <T>(
    things: Things<T>,
    rightOn: (thing: T, reader: Reader, entry: StoredEntry) => TrashRight | undefined,
  ): TrashDefinition['load'] =>
  async (reader, wanted) =>
    (await trashEntries.findMany(wanted)).map((entry) =>
      isTrashed(entry) ? seen(entry, rightOn(trashedThing(things, entry), reader, entry)) : undefined,
    )

/**
 * Creates the function that loads entries of resources whose container decides access, even if the container is in the
 * trash itself; entries of a permanently deleted container are invisible.
 */
export const loadTrashedWithin =
  <T, C>(
    things: Things<T>,
    containers: Things<C>,
    rightOn: (thing: T, container: C, reader: Reader, entry: StoredEntry) => TrashRight | undefined,
  ): TrashDefinition['load'] =>
  async (reader, wanted) => {
    const around = wanted.map(({ container_id }) => ({ id: container_id ?? '' }))
    const [entries, present, trashed] = await Promise.all([
      trashEntries.findMany(wanted),
      containers.findMany(around),
      trashEntries.findMany(around),
    ])
    return entries.map((entry, index) => {
      const gone = trashed[index]
      const container = present[index] ?? (isTrashed(gone) ? trashedThing(containers, gone) : undefined)
      if (!isTrashed(entry) || !container) return undefined
      return seen(entry, rightOn(trashedThing(things, entry), container, reader, entry))
    })
  }

/**
 * Returns a resource from its place or from the trash; undefined if it is permanently deleted, so that everything that
 * belongs to it may be deleted. A concurrent move could hide it, so its place is read before and after the trash.
 */
export const findAnywhere = async <T>(things: Things<T>, id: string): Promise<T | undefined> => {
  const inPlace = async () => (await things.findMany([{ id }]))[0]
  const present = await inPlace()
  if (present) return present
  const entry = await trashEntries.find({ id })
  if (entry) return entry.state === 'purging' ? undefined : trashedThing(things, entry)
  return inPlace()
}

/** Returns true if a resource is neither in its place nor in the trash. */
export const isGoneForGood = async <T>(things: Things<T>, id: string): Promise<boolean> =>
  (await findAnywhere(things, id)) === undefined
