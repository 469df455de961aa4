import type { fileHolderTypes } from '#generated/resource-types.ts'
import type { Item, Key } from '../table/operation.ts'
import { Problem } from '../runtime/problem.ts'

/** A person by name, as denormalized copies have them. */
interface NamedPerson {
  id: string
  name: string
}

/**
 * The person to erase, with the name that remains, and the successor who receives what others use (decision 0023). A
 * deleted group is erased only from lists of members and grants.
 */
export interface Erasure {
  person: NamedPerson
  successor: NamedPerson
  /**
   * Returns true if the resource with this type and ID, to which a file is attached, shows it to other people, or may
   * do so once restored.
   */
  isShownToOthers: (
    type: (typeof fileHolderTypes)[number],
    thing_id: string,
    file_id: string,
  ) => Promise<boolean>
}

/** Returns the owner, replaced by the successor if the owner is the erased person. */
export const ownerAfter = <P extends NamedPerson>(
  owner: P,
  { person, successor }: Erasure,
): P | NamedPerson => (owner.id === person.id ? successor : owner)

interface Entry {
  user_id: string | null
  group_id: string | null
}

/** Returns a list of members or grants without the person or the group. */
export const withoutMember = <M extends Entry>(list: M[], { person }: Pick<Erasure, 'person'>): M[] =>
  list.filter(({ user_id, group_id }) => user_id !== person.id && group_id !== person.id)

interface Shared {
  owner: { id: string }
  visibility: string
  members: Entry[]
}

/**
 * Returns true if nobody else may read the contents of a space or a project: it is removed with its owner
 * (decision 0023).
 */
export const isTheirsAlone = (
  { owner, visibility, members }: Shared,
  erasure: Pick<Erasure, 'person'>,
): boolean =>
  owner.id === erasure.person.id && visibility === 'private' && withoutMember(members, erasure).length === 0

/** Outcome of an erasure for a resource; undefined if the resource does not concern the person. */
export type ErasureOutcome = 'removed' | 'handed_over' | undefined

/** Erasure of the resources of one entity. */
export interface ErasureHandler {
  isOf: (item: Item) => boolean
  /** True if the resources list members or grants: the handler is also called for deleted groups. */
  listsGroups: boolean
  handle: (item: Item, erasure: Erasure) => Promise<ErasureOutcome>
}

/** Erasure of the resources of a kind and of its parts. */
export interface KindErasure {
  handlers: ErasureHandler[]
  /**
   * For kinds with attached files: returns true if a resource shows a file to other people, or may do so once restored.
   */
  isShownToOthers?: (thing_id: string, person: NamedPerson, file_id: string) => Promise<boolean>
}

interface Things<T> {
  name: string
  isInternal: boolean
  read: (item: Item) => T
  keyOf: (thing: T) => Key
}

/**
 * Returns true if an item has the key that its fields would give a resource of this entity; internal items have no
 * entity type.
 */
const standsAt = ({ keyOf }: Pick<Things<never>, 'keyOf'>, item: Item): boolean => {
  const { pk, sk } = keyOf((item['summary'] ?? {}) as never)
  return pk === item.pk && sk === item.sk
}

/**
 * Creates the erasure handler of `entity`. `handle` receives each resource that names the person as it was some seconds
 * ago, possibly twice and after later changes, so it reads the resource again before it writes.
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
      // it was removed in the meantime
      if (error instanceof Problem && error.status === 404) return undefined
      throw error
    }),
})

interface Records<T> extends Things<T> {
  remove: (record: T) => Promise<void>
}

/** Creates an erasure handler that deletes the person's own records of `entity` for which `isErased` returns true. */
export const onOwnErasure = <T extends { user_id: string | null }>(
  entity: Records<T>,
  isErased: (record: T) => boolean = () => true,
): ErasureHandler =>
  onErasure(entity, async (record, { person }) => {
    if (record.user_id !== person.id || !isErased(record)) return undefined
    await entity.remove(record)
    return 'removed'
  })

/**
 * Creates an erasure handler for resources with lists of members or grants, from which deleted groups are erased as
 * well.
 */
export const onMemberErasure = <T>(...given: Parameters<typeof onErasure<T>>): ErasureHandler => ({
  ...onErasure(...given),
  listsGroups: true,
})
