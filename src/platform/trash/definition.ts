import type { Actor } from '../identity/actor.ts'
import type { Erasure } from '../identity/erasure.ts'
import type { ListPage, PageRequest } from '../table/list/list.ts'
import type { StoredEntry } from './entry.ts'

type Reader = Pick<Actor, 'id' | 'role' | 'groups'>

/** Right to an entry: see it, also restore its resource, or also delete the resource permanently. */
export type TrashRight = 'see' | 'restore' | 'purge'

/** An entry to load; `container_id` is the space or project that decides access, if the resource was in one. */
export type WantedEntry = Pick<StoredEntry, 'id' | 'container_id'>

/** An entry that the reader may see, with their right to it. */
export interface SeenEntry {
  entry: StoredEntry
  right: TrashRight
}

/** New location of a restored resource that cannot have its former one; contains only the given fields. */
export interface NewPlace {
  slug?: string | undefined
  parent_id?: string | null | undefined
}

/** Content of an entry without an erased person; `own` if nobody else had the resource or will have it. */
export type ErasedEntry = 'own' | Pick<StoredEntry, 'item' | 'owner_id'>

/** Trash operations of a resource type: everything the trash knows about it. */
export interface TrashDefinition {
  /**
   * Returns the entries that the reader may currently see, in the order of `wanted`; undefined for the others. Takes
   * one round trip.
   */
  load: (reader: Reader, wanted: WantedEntry[]) => Promise<(SeenEntry | undefined)[]>
  /** Throws the 404 or 403 of a space or project unless the caller may list its trash. */
  requireContainer?: (actor: Actor, container_id: string) => Promise<void>
  /**
   * Returns a page of the IDs of the people to notify of the deletion, if they may currently know of it: authors,
   * owners, recipients, and followers of the resource or of anything deleted with it. If absent, only the owner is
   * notified.
   */
  concerned?: (entry: StoredEntry, page: PageRequest) => Promise<ListPage<string>>
  /** Fields of the new location that a restore accepts, all of them optional. */
  takes?: readonly (keyof NewPlace)[]
  /**
   * Restores a resource, in one transaction with `toTakeOut`, and returns it as its GET does. Throws 409 naming the
   * conflict, 422 for an invalid new location, ConflictError if the caller should retry.
   */
  restore: (actor: Actor, entry: StoredEntry, place: NewPlace) => Promise<object>
  /**
   * Returns the content of an entry after the erasure of a person; undefined if at most copies of their name change.
   */
  erase: (entry: StoredEntry, erasure: Erasure) => Promise<ErasedEntry | undefined>
  /**
   * Deletes everything that belongs to a permanently deleted resource. Returns false if the time `until` passes first.
   */
  sweep: (entry: StoredEntry, until: number) => Promise<boolean>
  /**
   * Moves the descendants of a resource to the trash, or back, after the resource itself. Returns false if the time
   * `until` passes first.
   */
  follow?: (entry: StoredEntry, until: number) => Promise<boolean>
}
