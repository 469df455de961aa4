import type { StreamChange } from '../events/dispatcher.ts'
import type { Actor } from '../identity/actor.ts'
import type { Decision } from '../identity/policy.ts'
import { isRestored, type Item } from '../table/operation.ts'
import type { ListPage, PageRequest } from '../table/list/list.ts'
import type { Document } from './index/document.ts'

type Reader = Pick<Actor, 'id' | 'role' | 'groups'>

/**
 * What a change makes out of date in the index: the document of one thing, or those of all within a
 * container.
 */
export type Outdated = { id: string } | { within: string }

/** Which documents follow from the things of an entity. */
export interface DocumentTrigger {
  entityType: string
  /**
   * What a change of an item makes out of date: nothing where no word of a document comes from what changed.
   */
  outdatedBy: (before: Item | undefined, after: Item | undefined) => Outdated[] | Promise<Outdated[]>
  /** When this item is removed, the ids of what its documents may be in the trash with, beside their own. */
  trashedWith: (before: Item) => string[]
}

/** A document as a resource gives it: a long text may be in the bucket, as an object of this key. */
export type FoundDocument = Omit<Document, 'type' | 'id' | 'text'> & { text: string | { object: string } }

/** How the things of a type are found: all that the search knows of them. */
export interface SearchDefinition {
  /** The scopes in which this reader finds them (see {@link Document}). */
  scopesOf: (reader: Reader) => string[]
  /** The type of what their documents name as their container. */
  containerType: string
  triggers: DocumentTrigger[]
  /** A thing as it is now, all of its text; undefined when it is gone or is not to be found. */
  document: (id: string) => Promise<FoundDocument | undefined>
  /** Those of the containers that the reader may read now; without it, all in the scopes of the reader. */
  readable?: (reader: Reader, containers: string[]) => Promise<Set<string>>
  /** What documents in a container may still name as theirs: those that have just moved here with others. */
  formerContainers?: (container: string) => Promise<string[]>
  /** The ids of the documents within a container, page by page; only for triggers that name one. */
  idsWithin?: (container: string, page: PageRequest) => Promise<ListPage<string>>
}

interface Source<T> {
  name: string
  read: (item: Item) => T
}

/**
 * A trigger: `said` is what a document takes from a thing of the entity, undefined where it takes nothing.
 * When that changes, `outdated` names the documents, by default that of the thing itself. `trashedWith` are the ids of
 * things with which they may have gone into the trash once this one is removed.
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

/** Containers that are things of one entity: those of them that a reader may see now, as their policy decides. */
export const readableThings =
  <T extends { id: string }>(
    things: { findMany: (ids: { id: string }[]) => Promise<(T | undefined)[]> },
    decide: (thing: T, reader: Reader) => Decision | boolean | undefined,
  ) =>
  async (reader: Reader, containers: string[]): Promise<Set<string>> => {
    const found = await things.findMany(containers.map((id) => ({ id })))
    return new Set(found.flatMap((thing) => (thing && decide(thing, reader) ? [thing.id] : [])))
  }

/** The scope of the things that one person alone may read. */
export const personalScope = (scope: string, user_id: string): string => `${scope}#${user_id}`

/**
 * The scope of a thing that these people may read: their own where it is one person, so that what is private
 * to others is never looked at for them, else that of all others.
 */
export const scopeFor = (scope: string, readers: string[]): string => {
  const [first, ...others] = new Set(readers)
  return first !== undefined && others.length === 0 ? personalScope(scope, first) : scope
}

/** Where somebody finds what is in such scopes. */
export const scopesOf = (scope: string, reader: Pick<Actor, 'id'>): string[] => [
  scope,
  personalScope(scope, reader.id),
]
