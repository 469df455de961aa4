import type { StreamChange } from '../events/dispatcher.ts'
import type { Actor } from '../identity/actor.ts'
import type { Decision } from '../identity/policy.ts'
import type { ResourceRef } from '../resource-ref.ts'
import { retryOnConflict } from '../table/conflict.ts'
import { isRestored, type Item } from '../table/operation.ts'
import type { ListPage, PageRequest } from '../table/list/list.ts'
import type { Document } from './index/document.ts'

type Reader = Pick<Actor, 'id' | 'role' | 'groups'>

/** Documents that a change makes out of date: the document of one resource, or all documents within a container. */
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
 * Creates a trigger. `contentOf` returns the part of a record that a document contains, undefined if there is none.
 * When that part changes, `outdated` returns the documents, by default that of the record itself. `trashedWith` returns
 * the IDs of resources with which the documents may have gone to the trash when this record is removed.
 */
export const documentTrigger = <T extends { id: string }>(
  { name, read }: Source<T>,
  contentOf: (thing: T) => unknown,
  outdated: (change: StreamChange<T>) => Outdated[] | Promise<Outdated[]> = ({ record }) => [
    { id: record.id },
  ],
  trashedWith: (thing: T) => string[] = () => [],
): DocumentTrigger => ({
  entityType: name,
  outdatedBy: (oldItem, newItem) => {
    const [before, after] = [oldItem && read(oldItem), newItem && read(newItem)]
    const [old, present] = [before && contentOf(before), after && contentOf(after)].map((words) =>
      JSON.stringify(words),
    )
    const record = (after ?? before) as T
    return old === present
      ? []
      : outdated({ before, after, record, isRestored: !before && isRestored(newItem) })
  },
  trashedWith: (item) => trashedWith(read(item)),
})

/**
 * Creates the access check for containers that are records of one entity; it returns the containers that a reader may
 * currently see, by their policy.
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
 * Returns the scope of a resource that these people may read: a personal scope for one person, so that no search by
 * others examines the resource, otherwise the shared scope.
 */
export const scopeFor = (scope: string, readers: string[]): string => {
  const [first, ...others] = new Set(readers)
  return first !== undefined && others.length === 0 ? personalScope(scope, first) : scope
}

/** Returns the scopes in which a reader finds such resources. */
export const searchScopes = (scope: string, reader: Pick<Actor, 'id'>): string[] => [
  scope,
  personalScope(scope, reader.id),
]

/** A part of a document: the name of the field that holds it, or a function that returns it. */
type Part<T, V> = { [F in keyof T]: T[F] extends V ? F : never }[keyof T] | ((thing: T) => V)

/** A text outside the record: `version` differs whenever the text does. */
interface SeparateText<T> {
  version: (thing: T) => unknown
  /** Throws {@link ConflictError} if the record has changed since it was read. */
  read: (thing: T) => FoundDocument['text'] | Promise<FoundDocument['text']>
}

/** Searchable fields of a record, each named once: they determine the trigger and the document. */
export interface IndexedFields<T> {
  title: Part<T, string>
  keys?: Part<T, string[]>
  labels?: Part<T, string[]>
  refers_to?: Part<T, ResourceRef[]>
  text?: Part<T, string | null> | SeparateText<T>
  /** Returns false for a record that search does not find. */
  isFound?: (thing: T) => boolean
}

export interface SearchOptions<T> {
  scope: string
  /** Returns the IDs of all people who may read a thing, undefined for everyone; if absent, all share one scope. */
  readers?: (thing: T) => string[] | undefined
  indexed: IndexedFields<T>
  /** Decides if a reader may currently read a thing; if absent, they may read everything in their scopes. */
  decide?: (thing: T, reader: Reader) => Decision | boolean | undefined
}

/** Returns a part of the document of a record. */
export const indexedPart = <T, V>(thing: T, part: Part<T, V>): V =>
  typeof part === 'function' ? (part as (thing: T) => V)(thing) : (thing[part] as V)

/** Returns the parts of a document that are in its record, and the version of a text elsewhere. */
const indexedParts = <T>(
  thing: T,
  { title, keys, labels, refers_to, text = () => null }: IndexedFields<T>,
) => ({
  title: indexedPart(thing, title),
  ...(keys && { keys: indexedPart(thing, keys) }),
  ...(labels && { labels: indexedPart(thing, labels) }),
  ...(refers_to && { refers_to: indexedPart(thing, refers_to) }),
  ...(typeof text === 'object' ? { version: text.version(thing) } : { text: indexedPart(thing, text) ?? '' }),
})

/** Creates the search definition of things that decide read access themselves and have one document each. */
export const indexedThings = <T extends { id: string }>(
  containerType: string,
  things: Source<T> & {
    find: (ids: { id: string }) => Promise<T | undefined>
    findMany: (ids: { id: string }[]) => Promise<(T | undefined)[]>
  },
  { scope, readers, indexed, decide }: SearchOptions<T>,
): SearchDefinition => {
  const { text, isFound = () => true } = indexed
  const contentOf = (thing: T) => {
    const people = readers?.(thing)
    const scopes = [people ? scopeFor(scope, people) : scope]
    return isFound(thing) ? { scopes, container: thing.id, ...indexedParts(thing, indexed) } : undefined
  }
  return {
    scopesOf: (reader) => (readers ? searchScopes(scope, reader) : [scope]),
    containerType,
    triggers: [documentTrigger(things, contentOf)],
    document: (id) =>
      retryOnConflict(async () => {
        const thing = await things.find({ id })
        const found = thing && contentOf(thing)
        if (!found) return undefined
        if ('text' in found) return found
        const { version: _, ...parts } = found
        return { ...parts, text: await (text as SeparateText<T>).read(thing) }
      }),
    ...(decide && { readable: readableThings(things, decide) }),
  }
}
