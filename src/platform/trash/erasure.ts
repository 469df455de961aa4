import { isDeepStrictEqual } from 'node:util'
import type { Erasure } from '../identity/erasure.ts'
import type { Item } from '../table/operation.ts'
import type { ErasedEntry, TrashDefinition } from './definition.ts'
import { trashedThing } from './trashed-things.ts'

interface Things<T> {
  read: (item: Item) => T
  itemOf: (thing: T) => Item
}

interface Rules<T> {
  /** Whether nobody else had the thing, or will have it once it is restored. */
  isOwn?: (thing: T, erasure: Erasure) => boolean
  /** What changes in the thing without the person, as it does in one that is in its place. */
  changesOf: (thing: T, erasure: Erasure) => Partial<T> | Promise<Partial<T>>
  /** Whose it is, or who wrote it. */
  ownerOf: (thing: T) => { id: string }
}

/** What becomes of things in the trash when a person is erased: so that nothing of them comes back. */
export const eraseTrashed =
  <T extends object>(things: Things<T>, { isOwn, changesOf, ownerOf }: Rules<T>): TrashDefinition['erase'] =>
  async (entry, erasure): Promise<ErasedEntry | undefined> => {
    const thing = trashedThing(things, entry)
    if (isOwn?.(thing, erasure)) return 'own'
    const next = { ...thing, ...(await changesOf(thing, erasure)) }
    if (isDeepStrictEqual(next, thing)) return undefined
    return { item: things.itemOf(next), owner_id: ownerOf(next).id }
  }
