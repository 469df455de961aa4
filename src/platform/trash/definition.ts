import type { Actor } from '../identity/actor.ts'
import type { Erasure } from '../identity/erasure.ts'
import type { ListPage, PageRequest } from '../table/list/list.ts'
import type { StoredEntry } from './entry.ts'

type Reader = Pick<Actor, 'id' | 'role' | 'groups'>

/** What somebody may do with an entry: see it, also restore its thing, also delete that for good. */
export type TrashRight = 'see' | 'restore' | 'purge'

/** An entry to be loaded; `container_id` is where the right is decided, a space or a project, if it was in one. */
export type WantedEntry = Pick<StoredEntry, 'id' | 'container_id'>

/** An entry that somebody may see, and what they may do with it. */
export interface SeenEntry {
  entry: StoredEntry
  right: TrashRight
}

/** Where a thing is to go that cannot have its former place: only what was given. */
export interface NewPlace {
  slug?: string | undefined
  parent_id?: string | null | undefined
}

/** What an entry holds without an erased person; `own` where nobody else had, or will have, its thing. */
export type ErasedEntry = 'own' | Pick<StoredEntry, 'item' | 'owner_id'>

/** How things of a type are kept in the trash: all that the trash knows of them. */
export interface TrashDefinition {
  /** The entries as somebody may see them now, in the order of `wanted`; undefined for the others. One round trip. */
  load: (reader: Reader, wanted: WantedEntry[]) => Promise<(SeenEntry | undefined)[]>
  /** Throws unless the caller may list what is in the trash of a space or project: its 404, or 403. */
  requireContainer?: (actor: Actor, container_id: string) => Promise<void>
  /**
   * A page of the ids of those who are told that a thing was deleted: who wrote or owned it, whom it was for, and who
   * follows it or what went with it, as far as they may know of it now. Its owner alone where this is absent.
   */
  concerned?: (entry: StoredEntry, page: PageRequest) => Promise<ListPage<string>>
  /** What may be given of its new place, beside nothing. */
  takes?: readonly (keyof NewPlace)[]
  /**
   * Puts a thing back, in one transaction with `toTakeOut`, and gives it as its own GET does. Throws 409 naming what is
   * in the way, 422 for a new place that is none, ConflictError when it is to be tried again.
   */
  restore: (actor: Actor, entry: StoredEntry, place: NewPlace) => Promise<object>
  /** What becomes of an entry when a person is erased; undefined for nothing but what their name is in. */
  erase: (entry: StoredEntry, erasure: Erasure) => Promise<ErasedEntry | undefined>
  /** Removes all that belongs to a thing that is gone for good. False when the time `until` came before the end. */
  sweep: (entry: StoredEntry, until: number) => Promise<boolean>
  /** Takes what is below a thing after it, into the trash or back; false when the time `until` came before the end. */
  follow?: (entry: StoredEntry, until: number) => Promise<boolean>
}
