import type { Actor } from '../identity/actor.ts'
import { now } from '../runtime/time.ts'
import type { Item, Operation } from '../table/operation.ts'
import { personRows, trashEntries, type StoredEntry } from './entry.ts'

/** How long a thing can be restored. */
const keptMilliseconds = 30 * 86_400_000

/** What is about to be deleted. */
type Deleted = Pick<StoredEntry, 'type' | 'id' | 'title' | 'owner_id'> &
  Partial<Pick<StoredEntry, 'container_id' | 'item_count' | 'is_whole'>> & { item: Item }

/** The entry that a thing has in the trash once `actor` has deleted it (decision 0021). */
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

/** The writes that put a thing into the trash, for the transaction that removes it from its own place. */
export const toTrash = (actor: Pick<Actor, 'id' | 'name'>, deleted: Deleted): Operation[] => {
  const entry = makeEntry(actor, deleted)
  return [trashEntries.toCreate(entry), ...personRows.toSync(undefined, entry)]
}

/**
 * The write that has all that belongs to a thing removed for good, for the transaction that removes it from its own
 * place: it is never in the trash, so nobody sees or restores it.
 */
export const toDestroy = (actor: Pick<Actor, 'id' | 'name'>, deleted: Deleted): Operation =>
  trashEntries.toCreate({ ...makeEntry(actor, deleted), state: 'purging' })

/** The writes that take an entry out of the trash, for the transaction that puts its thing back. */
export const toTakeOut = (entry: StoredEntry): Operation[] => [
  trashEntries.toRemoveRead(entry, []),
  ...personRows.toSync(entry, undefined),
]

/** The writes after which nobody sees or restores an entry any more, while what belongs to it is dealt with. */
export const toLeaveTrash = (entry: StoredEntry, state: 'restoring' | 'purging'): Operation[] => {
  const update = trashEntries.toUpdate(entry, { state })
  return [update, ...personRows.toSync(entry, update.thing)]
}
