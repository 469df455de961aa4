import type { StreamChange } from '../events/dispatcher.ts'
import type { Actor } from '../identity/actor.ts'
import type { Decision } from '../identity/policy.ts'
import { isRestored, type Item } from '../table/operation.ts'
import type { ListPage, PageRequest } from '../table/list/list.ts'
import type { Document } from './index/document.ts'

type Reader = Pick<Actor, 'id' | 'role' | 'groups'>

/** Documents that a change makes out of date: that of one resource, or all within a container. */
export type Outdated = { id: string } | { within: string }

/** Derives documents from the records of an entity. */
export interface DocumentTrigger {
  entityType: string
  /**
   * Returns the documents that a change of an item makes out of date; none if no word of a document comes from the
   * changed fields.
   */
  outdatedBy: (before: Item | undefined, after: Item | undefined) => Outdated[] | Promise<Outdated[]>
  /**
   * Returns, for a removed item, the IDs of the trash entries that may contain its documents, in addition to their own.
   */
  trashedWith: (before: Item) => string[]
}

/** A document as returned by a resource; a long text may be an object in the bucket, with this key. */
export type FoundDocument = Omit<Document, 'type' | 'id' | 'text'> & { text: string | { object: string } }

/** Search definition of a resource type: everything that the search knows about it. */
export interface SearchDefinition {
  /** Returns the scopes in which the reader finds these resources (see {@link Document}). */
  scopesOf: (reader: Reader) => string[]
  /** Resource type of the documents' containers. */
  containerType: string
  triggers: DocumentTrigger[]
  /**
   * Returns a resource in its current state, with its whole text; undefined if it does not exist or is not searchable.
   */
  document: (id: string) => Promise<FoundDocument | undefined>
  /**
   * Returns the containers that the reader may currently read; if absent, the reader may read everything in their
   * scopes.
   */
  readable?: (reader: Reader, containers: string[]) => Promise<Set<string>>
  /**
   * Returns the containers that documents in a container may still name: they have just moved here with other
   * resources.
   */
  formerContainers?: (container: string) => Promise<string[]>
  /** Returns the IDs of the documents within a container, by page; only for triggers that name a container. */
  idsWithin?: (container: string, page: PageRequest) => Promise<ListPage<string>>
}

interface Source<T> {
  name: string
  read: (item: Item) => T
}

/**
 * Creates a trigger. `said` returns the part of a record that a document contains, undefined if there is none. When
 * that part changes, `outdated` returns the documents, by default that of the record itself. `trashedWith` returns the
 * IDs of resources with which the documents may have gone to the trash when this record is removed.
 */
export const documentTrigger = <T extends { id: string }>(
  { name, read }: Source<T>,
  said: (thing: T) => unknown,
  outdated: (change: StreamChange<T>) => Outdated[] | Promise<Outdated[]> = ({ before, after }) => [
    { id: (after ?? before)?.id as string },
  ],
  trashedWith: (thing: T) => string[] = () => [],
): DocumentTrigger => ({
  entityType: name,
  outdatedBy: (oldItem, newItem) => {
    const [before, after] = [oldItem && read(oldItem), newItem && read(newItem)]
    const [old, present] = [before && said(before), after && said(after)].map((words) =>
      JSON.stringify(words),
    )
    return old === present ? [] : outdated({ before, after, isRestored: !before && isRestored(newItem) })
  },
  trashedWith: (item) => trashedWith(read(item)),
})

/**
 * Creates the access check for containers that are records of one entity: returns those that a reader may currently
 * see, by their policy.
 */
export const readableThings =
  <T extends { id: string }>(
    things: { findMany: (ids: { id: string }[]) => Promise<(T | undefined)[]> },
    decide: (thing: T, reader: Reader) => Decision | boolean | undefined,
  ) =>
  async (reader: Reader, containers: string[]): Promise<Set<string>> => {
    const found = await things.findMany(containers.map((id) => ({ id })))
    return new Set(found.flatMap((thing) => (thing && decide(thing, reader) ? [thing.id] : [])))
  }

/** Returns the scope of the resources that only one person may read. */
export const personalScope = (scope: string, user_id: string): string => `${scope}#${user_id}`

/**
 * Returns the scope of a resource that these people may read: their own if it is one person, so that resources private
 * to others are never examined for them, otherwise that of everyone else.
 */
export const scopeFor = (scope: string, readers: string[]): string => {
  const [first, ...others] = new Set(readers)
  return first !== undefined && others.length === 0 ? personalScope(scope, first) : scope
}

/** Returns the scopes in which a reader finds such resources. */
export const scopesOf = (scope: string, reader: Pick<Actor, 'id'>): string[] => [
  scope,
  personalScope(scope, reader.id),
]
