import type { fileHolderTypes } from '#generated/resource-types.ts'
import type { Item, Key } from '../table/operation.ts'
import { Problem } from '../runtime/problem.ts'

/** A person by name, as copies in other things have it. */
interface NamedPerson {
  id: string
  name: string
}

/**
 * The person to erase, under the name that remains, and the successor who receives what others use (decision 0023). A
 * deleted group is erased only from lists of members and grants.
 */
export interface Erasure {
  person: NamedPerson
  successor: NamedPerson
  /** Whether what a file is attached to, by its type and id, shows it to somebody else, or may once it is restored. */
  isShownToOthers: (
    type: (typeof fileHolderTypes)[number],
    thing_id: string,
    file_id: string,
  ) => Promise<boolean>
}

/** The person themself, or the successor in their place. */
export const ownerAfter = <P extends NamedPerson>(
  owner: P,
  { person, successor }: Erasure,
): P | NamedPerson => (owner.id === person.id ? successor : owner)

interface Entry {
  user_id: string | null
  group_id: string | null
}

/** A list of members or grants without the person or the group. */
export const withoutMember = <M extends Entry>(list: M[], { person }: Pick<Erasure, 'person'>): M[] =>
  list.filter(({ user_id, group_id }) => user_id !== person.id && group_id !== person.id)

interface Shared {
  owner: { id: string }
  visibility: string
  members: Entry[]
}

/** Whether nobody else may read what is in a space or a project: it goes with its owner (decision 0023). */
export const isTheirsAlone = (
  { owner, visibility, members }: Shared,
  erasure: Pick<Erasure, 'person'>,
): boolean =>
  owner.id === erasure.person.id && visibility === 'private' && withoutMember(members, erasure).length === 0

/** What has become of a thing; undefined when it has nothing to do with the person. */
export type ErasureOutcome = 'removed' | 'handed_over' | undefined

/** What becomes of the things of one entity when a person is erased. */
export interface ErasureHandler {
  isOf: (item: Item) => boolean
  /** True if its things list members or grants: it is also called for deleted groups. */
  listsGroups: boolean
  handle: (item: Item, erasure: Erasure) => Promise<ErasureOutcome>
}

/** What becomes of the things of a kind, and of what belongs to them, when a person is erased. */
export interface KindErasure {
  handlers: ErasureHandler[]
  /** Of what files can be attached to: whether a thing shows a file to somebody else, or may once it is restored. */
  isShownToOthers?: (thing_id: string, person: NamedPerson, file_id: string) => Promise<boolean>
}

interface Things<T> {
  name: string
  isInternal: boolean
  read: (item: Item) => T
  keyOf: (thing: T) => Key
}

/** Whether an item has the key that its fields give a thing of this entity: internal ones do not say what they are. */
const standsAt = ({ keyOf }: Pick<Things<never>, 'keyOf'>, item: Item): boolean => {
  const { pk, sk } = keyOf((item['summary'] ?? {}) as never)
  return pk === item.pk && sk === item.sk
}

/**
 * What becomes of things of `entity` that name an erased person. `handle` gets each of them as it was some seconds ago,
 * possibly twice and after it has changed: it looks again before it writes.
 */
export const onErasure = <T>(
  entity: Things<T>,
  handle: (thing: T, erasure: Erasure) => Promise<ErasureOutcome>,
): ErasureHandler => ({
  listsGroups: false,
  isOf: (item) =>
    entity.isInternal
      ? item['entityType'] === undefined && standsAt(entity as Pick<Things<never>, 'keyOf'>, item)
      : item['entityType'] === entity.name,
  handle: (item, erasure) =>
    handle(entity.read(item), erasure).catch((error: unknown) => {
      // it has gone meanwhile
      if (error instanceof Problem && error.status === 404) return undefined
      throw error
    }),
})

/** Does the same for things with lists of members or grants, from which deleted groups are erased as well. */
export const onMemberErasure = <T>(...given: Parameters<typeof onErasure<T>>): ErasureHandler => ({
  ...onErasure(...given),
  listsGroups: true,
})
