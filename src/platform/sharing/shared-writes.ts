import type { Actor } from '../identity/actor.ts'
import { findHolders, withNames, type Member } from '../identity/members.ts'
import type { Changes, IfMatch } from '../table/changes.ts'
import type { Operation } from '../table/operation.ts'
import { writeTogether } from '../table/table.ts'
import type { StoredEntry } from '../trash/entry.ts'
import { toDestroy, toTakeOut, toTrash } from '../trash/moves.ts'
import type { SharedKindWithRows, SharedResource } from './shared-kind.ts'

/** Writes changes of the current state of a shared resource together with its member rows and `also`. */
export const updateShared = async <T extends SharedResource>(
  { entity, rows }: SharedKindWithRows<T>,
  current: T,
  changes: Changes<T>,
  ifMatch?: IfMatch,
  also: (current: T, changed: T) => Operation[] = () => [],
): Promise<T> => {
  const { thing: changed, isSame, ...update } = entity.toUpdate(current, changes, ifMatch)
  if (isSame) return current
  await writeTogether([update, ...also(current, changed), ...rows.toSync(current, changed)])
  return changed
}

/** Changes of a shared resource as a request sends them: its list has no names. */
export type SharedChanges<T> = {
  [F in keyof T]?: (F extends 'members' | 'grants' ? Unnamed<T[F]> : T[F]) | undefined
}
type Unnamed<L> = L extends (infer M)[] ? Omit<M, 'user' | 'group'>[] : L

interface ChangeRules<T> {
  /** Returns the resource; throws if there is none, or if the caller may not change it. */
  require: (resource: T | undefined) => T
  /** Checks the changes against the current resource, and returns them with the changes derived from them. */
  complete?: (changes: Changes<T>, current: T) => Changes<T> | Promise<Changes<T>>
  /** Returns other writes of the same transaction. */
  also?: (current: T, changed: T) => Operation[]
}

/**
 * Changes a shared resource; checks the caller and the changes again after each conflict. Throws 422 for an unknown
 * person or group in the list, and for a newly listed person who is deactivated.
 */
export const changeShared = async <T extends SharedResource>(
  kind: SharedKindWithRows<T>,
  id: string,
  sent: SharedChanges<T>,
  ifMatch: IfMatch,
  { require, complete = (changes) => changes, also }: ChangeRules<T>,
): Promise<T> => {
  const { entity, list } = kind
  const listed = (sent as SharedChanges<SharedResource>)[list] as Member[] | undefined
  const [found, holders] = await Promise.all([entity.find({ id }), findHolders(listed)])
  const first = require(found)
  const people = listed && withNames(list, listed, holders, first[list])
  const changes = { ...sent, [list]: people } as Changes<T>
  return entity.modify(first, async (current) =>
    updateShared(kind, current, await complete(changes, require(current)), ifMatch, also),
  )
}

/** Returns the writes that delete a shared resource and its member rows, without a trash entry. */
export const toRemoveShared = <T extends SharedResource>(
  { entity, rows, counters }: SharedKindWithRows<T>,
  current: T,
  ifMatch?: IfMatch,
): Operation[] => [entity.toRemoveRead(current, [...counters], ifMatch), ...rows.toSync(current, undefined)]

const toDeleted = <T extends SharedResource>({ type, entity, total }: SharedKindWithRows<T>, current: T) => ({
  type: type.type,
  id: current.id,
  title: current.name,
  owner_id: current.owner.id,
  item_count: 1 + (total ? Number(current[total]) : 0),
  item: entity.itemOf(current),
})

/** Returns the writes that move a shared resource to the trash. */
export const toTrashShared = <T extends SharedResource>(
  kind: SharedKindWithRows<T>,
  actor: Pick<Actor, 'id' | 'name'>,
  current: T,
  ifMatch?: IfMatch,
): Operation[] => [...toRemoveShared(kind, current, ifMatch), ...toTrash(actor, toDeleted(kind, current))]

/** Returns the writes that delete a shared resource and start the deletion of everything that belongs to it. */
export const toDestroyShared = <T extends SharedResource>(
  kind: SharedKindWithRows<T>,
  actor: Pick<Actor, 'id' | 'name'>,
  current: T,
): Operation[] => [...toRemoveShared(kind, current), toDestroy(actor, toDeleted(kind, current))]

/** Returns the writes that move a shared resource from the trash back to its place. */
export const toRestoreShared = <T extends SharedResource>(
  { entity, rows }: SharedKindWithRows<T>,
  entry: StoredEntry,
  restored: T,
): Operation[] => [entity.toRestore(restored), ...rows.toSync(undefined, restored), ...toTakeOut(entry)]
