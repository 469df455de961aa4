import type { Actor } from '../identity/actor.ts'
import { now } from '../runtime/time.ts'
import type { Item, Operation } from '../table/operation.ts'
import { personRows, trashEntries, type StoredEntry } from './entry.ts'

/** Time for which a resource can be restored. */
const keptMilliseconds = 30 * 86_400_000

/** A resource about to be deleted. */
type Deleted = Pick<StoredEntry, 'type' | 'id' | 'title' | 'owner_id'> &
  Partial<Pick<StoredEntry, 'container_id' | 'item_count' | 'is_whole'>> & { item: Item }

/** Creates the trash entry of a resource that `actor` deletes (decision 0021). */
export const makeEntry = ({ id: by, name }: Pick<Actor, 'id' | 'name'>, deleted: Deleted): StoredEntry => {
  const deleted_at = now()
  return trashEntries.make({
    ...deleted,
    resource_id: deleted.id,
    deleted_by: { id: by, name },
    deleted_at,
    purge_at: new Date(Date.parse(deleted_at) + keptMilliseconds).toISOString(),
  })
}

/** Returns the writes that put a resource into the trash, for the transaction that deletes it from its place. */
export const toTrash = (actor: Pick<Actor, 'id' | 'name'>, deleted: Deleted): Operation[] => {
  const entry = makeEntry(actor, deleted)
  return [trashEntries.toCreate(entry), ...personRows.toSync(undefined, entry)]
}

/**
 * Returns the write that starts the permanent deletion of everything that belongs to a resource, for the transaction
 * that deletes it from its place. The resource is never in the trash, so nobody can see or restore it.
 */
export const toDestroy = (actor: Pick<Actor, 'id' | 'name'>, deleted: Deleted): Operation =>
  trashEntries.toCreate({ ...makeEntry(actor, deleted), state: 'purging' })

/** Returns the writes that remove an entry from the trash, for the transaction that restores its resource. */
export const toTakeOut = (entry: StoredEntry): Operation[] => [
  trashEntries.toRemoveRead(entry, []),
  ...personRows.toSync(entry, undefined),
]

/**
 * Returns the writes that hide an entry from everyone and prevent its restoration while everything that belongs to it
 * is processed.
 */
export const toLeaveTrash = (entry: StoredEntry, state: 'restoring' | 'purging'): Operation[] => {
  const update = trashEntries.toUpdate(entry, { state })
  return [update, ...personRows.toSync(entry, update.thing)]
}
