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
  /** Returns true if nobody else had the resource or will have it after a restore. */
  isOwn?: (thing: T, erasure: Erasure) => boolean
  /** Returns the changes that the erasure of a person makes to a resource, the same as outside the trash. */
  changesOf: (thing: T, erasure: Erasure) => Partial<T> | Promise<Partial<T>>
  /** Returns the owner or author. */
  ownerOf: (thing: T) => { id: string }
}

/**
 * Creates the function that erases a person from trashed resources, so that no restore brings anything of them back.
 */
export const eraseTrashed =
  <T extends object>(things: Things<T>, { isOwn, changesOf, ownerOf }: Rules<T>): TrashDefinition['erase'] =>
  async (entry, erasure): Promise<ErasedEntry | undefined> => {
    const thing = trashedThing(things, entry)
    if (isOwn?.(thing, erasure)) return 'own'
    const next = { ...thing, ...(await changesOf(thing, erasure)) }
    if (isDeepStrictEqual(next, thing)) return undefined
    return { item: things.itemOf(next), owner_id: ownerOf(next).id }
  }
