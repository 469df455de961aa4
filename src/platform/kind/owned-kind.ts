import type { ResourceType } from '../resource.ts'
import { indexedPart, type IndexedFields } from '../search/definition.ts'
import type { Entity } from '../table/entity.ts'

/** A resource of one owner. */
export interface OwnedThing {
  id: string
  version: number
  created_at: string
  updated_at: string
  owner: { id: string; name: string }
}

/** Declaration of a kind whose resources only their owner may read and change (decision 0014). */
export interface OwnedKind<T extends OwnedThing> extends ResourceType {
  things: Entity<T, { id: string }> & { make: (fields: never) => T }
  /** Schema of the fields that the owner writes: history shows them, and their changes can be undone. */
  input: { shape: object }
  indexed: IndexedFields<T>
}

/**
 * Declares a kind beside its schema, as `<kind>Kind` in `src/<area>/<kind>/<kind>.ts`. `npm run openapi` lists the
 * defaults of this folder for each facet without a file of its own.
 */
export const ownedKind = <T extends OwnedThing>(kind: OwnedKind<T>): OwnedKind<T> => kind

/** Returns true if a person owns a resource. */
export const isOwnThing = ({ owner }: Pick<OwnedThing, 'owner'>, { id }: { id: string }): boolean =>
  owner.id === id

/** Returns a resource as its trash entry contains it. */
export const trashedOwn = <T extends OwnedThing>({ type, things, indexed }: OwnedKind<T>, thing: T) => ({
  type,
  id: thing.id,
  title: indexedPart(thing, indexed.title),
  owner_id: thing.owner.id,
  item: things.itemOf(thing),
})
