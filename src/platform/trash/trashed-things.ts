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

/** The thing that an entry holds. */
export const trashedThing = <T>({ read }: Pick<Things<T>, 'read'>, { item }: Pick<StoredEntry, 'item'>): T =>
  read(item as Item)

/** A thing as it comes back: its next version, as after every change. */
export const nextVersion = <T extends { version: number }>(thing: T): T => ({
  ...thing,
  version: thing.version + 1,
})

/** The thing that an entry holds, as it comes back. */
export const restoredThing = <T extends { version: number }>(
  things: Pick<Things<T>, 'read'>,
  entry: Pick<StoredEntry, 'item'>,
): T => nextVersion(trashedThing(things, entry))

/** Loads entries of things that decide by themselves who may do what. */
export const loadTrashed =
  <T>(
    things: Things<T>,
    rightOn: (thing: T, reader: Reader) => TrashRight | undefined,
  ): TrashDefinition['load'] =>
  async (reader, wanted) =>
    (await trashEntries.findMany(wanted)).map((entry) =>
      isTrashed(entry) ? seen(entry, rightOn(trashedThing(things, entry), reader)) : undefined,
    )

/**
 * Loads entries of things for which a container decides, as it is now or as it is in the trash itself; nobody sees
 * what was in one that is gone for good.
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
 * A thing as it is, or as it is in the trash; undefined when it is gone for good, so that what belongs to it may be
 * removed. It may be moved while it is looked for, so its place is looked at before and after the trash.
 */
export const findAnywhere = async <T>(things: Things<T>, id: string): Promise<T | undefined> => {
  const inPlace = async () => (await things.findMany([{ id }]))[0]
  const present = await inPlace()
  if (present) return present
  const entry = await trashEntries.find({ id })
  if (entry) return entry.state === 'purging' ? undefined : trashedThing(things, entry)
  return inPlace()
}

/** Whether a thing is neither in its place nor in the trash. */
export const isGoneForGood = async <T>(things: Things<T>, id: string): Promise<boolean> =>
  (await findAnywhere(things, id)) === undefined
