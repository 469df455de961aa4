import type { Actor } from '../identity/actor.ts'
import type { Changes, IfMatch } from '../table/changes.ts'
import type { Operation } from '../table/operation.ts'
import { writeTogether } from '../table/table.ts'
import type { StoredEntry } from '../trash/entry.ts'
import { toDestroy, toTakeOut, toTrash } from '../trash/moves.ts'
import type { SharedKindWithRows, SharedResource } from './shared-kind.ts'

interface Change<T> {
  /** Checks the caller's permission on the current resource and returns the changed fields. */
  changes: (current: T) => Changes<T> | Promise<Changes<T>>
  /** Returns other writes of the same transaction. */
  also?: (current: T, changed: T) => Operation[]
}

/** Changes a shared resource together with its member rows; runs `changes` again after each conflict. */
export const changeShared = <T extends SharedResource>(
  { entity, rows }: SharedKindWithRows<T>,
  first: T,
  ifMatch: IfMatch,
  { changes, also = () => [] }: Change<T>,
): Promise<T> =>
  entity.modify(first, async (current) => {
    const update = entity.toUpdate(current, await changes(current), ifMatch)
    if (update.isSame) return current
    const { thing: changed } = update
    await writeTogether([update, ...also(current, changed), ...rows.toSync(current, changed)])
    return changed
  })

/** Returns the writes that delete a shared resource and its member rows, without a trash entry. */
export const toRemoveShared = <T extends SharedResource>(
  { entity, rows, counters }: SharedKindWithRows<T>,
  current: T,
  ifMatch?: IfMatch,
): Operation[] => [entity.toRemoveRead(current, [...counters], ifMatch), ...rows.toSync(current, undefined)]

const toDeleted = <T extends SharedResource>(
  { type, entity, counters: [total] }: SharedKindWithRows<T>,
  current: T,
) => ({
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
