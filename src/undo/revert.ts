import { restoreThing } from '../trash/restore.ts'
import { undoneAmong } from '../platform/history/undone-change.ts'
import { historyEntries, type StoredHistoryEntry } from '../platform/history/entry.ts'
import { isRestorable, verbOf } from '../platform/history/undo-rules.ts'
import type { OwnOperation, UndoOperation } from '../platform/history/undo-operations.ts'
import { ConflictError, retryWhile } from '../platform/table/conflict.ts'
import type { Item } from '../platform/table/operation.ts'
import { newestFirst, readList } from '../platform/table/list/list.ts'
import { Problem } from '../platform/runtime/problem.ts'
import { requireGone } from './absence.ts'
import { changedSince, notUndoable, thingGone } from './problems.ts'
import { callOperation, findThing, isMissing, rehearse, type Reversal } from './reversal.ts'
import { revertFields } from './revert-fields.ts'

/**
 * Throws 409 when somebody else has changed a thing, or what belongs to it, since the entry was made: what they have
 * done is not to vanish with it.
 */
const requireUntouched = async (entry: StoredHistoryEntry): Promise<void> => {
  const { items } = await readList(
    newestFirst(historyEntries.in('ofResource', entry)),
    { limit: 1 },
    ({ id, actor_id, resource_id }) =>
      id > entry.id && actor_id !== null && actor_id !== entry.actor_id && resource_id === entry.object_id,
  )
  if (items.length > 0) throw changedSince()
}

const revertCreation = async (reversal: Reversal): Promise<void> => {
  const { definition, entry } = reversal
  const { remove } = definition
  if (!remove) throw notUndoable(definition.refusal)
  if (definition.read && !(await findThing(reversal))) return requireGone(reversal)
  await requireUntouched(entry).catch(async (error: unknown) => {
    // anyone who may not remove it at all hears of that first
    await rehearse(reversal, remove)
    throw error
  })
  await callOperation(reversal, remove).catch((error: unknown) => {
    if (!isMissing(error)) throw error
    return requireGone(reversal)
  })
}

/** What a removed thing belonged to is gone, or may not hold it any more. */
const hasNoPlace = (error: unknown) =>
  error instanceof Problem && (error.status === 404 || error.status === 422)

const restoreRemoved = async (reversal: Reversal, operation: UndoOperation): Promise<void> => {
  const removed = reversal.former?.item
  if (!removed) throw thingGone('What was deleted')
  await callOperation(reversal, operation, { removed: removed as Item }).catch(async (error: unknown) => {
    if (!hasNoPlace(error)) throw error
    await requireGone(reversal, reversal.definition.placeOf?.(removed as Item))
    throw thingGone('What it belonged to')
  })
}

/** Restores what is in the trash, by those who might do so there. */
const restoreFromTrash: OwnOperation = ({ actor, change }) => restoreThing(actor, change.object_id, {})

const revertRemoval = async (reversal: Reversal): Promise<void> => {
  const { definition, entry } = reversal
  const { read, removed, restore = restoreFromTrash, refusal } = definition
  if (!removed) throw notUndoable(refusal)
  if (read && (await findThing(reversal))) return
  if (removed === 'kept') return restoreRemoved(reversal, restore)
  const refuse = async () => {
    await requireGone(reversal)
    throw thingGone(removed === 'trashed' ? 'What was deleted' : 'What it belonged to')
  }
  if (!isRestorable(definition, entry)) return refuse()
  await callOperation(reversal, restore).catch(async (error: unknown) => {
    if (!isMissing(error)) throw error
    // somebody may have restored it in the meantime
    if (!read || !(await findThing(reversal))) await refuse()
  })
}

/** How long a change is taken back once more that others have crossed, in milliseconds. */
const retryMilliseconds = 6_000

/** Whether the thing was changed between reading it and changing it: what is left to be done may be another now. */
const isOvertaken = (error: unknown) =>
  error instanceof ConflictError || (error instanceof Problem && error.status === 412)

/** Whether this says nothing of a change that was taken back before: what it was built on may have been since. */
const isMoot = (entry: StoredHistoryEntry, error: unknown) =>
  error instanceof Problem &&
  (error.code === changedSince.code ||
    isMissing(error) ||
    (verbOf(entry) === 'updated' && error.code === thingGone.code))

/**
 * Takes one change back by the operations of its kind, as requests of the caller; does nothing where everything is as
 * it was before the change. Throws 422 for what cannot be taken back, 409 where others have changed it since, 503
 * while they keep changing it, and whatever the operations refuse with.
 */
export const revertChange = async (reversal: Reversal): Promise<void> => {
  try {
    await retryWhile(() => revert(reversal), isOvertaken, retryMilliseconds)
  } catch (error) {
    if (!isMoot(reversal.entry, error) || !(await undoneAmong([reversal.entry])).has(reversal.entry.id))
      throw error
  }
}

const revert = (reversal: Reversal): Promise<void> => {
  switch (verbOf(reversal.entry)) {
    case 'updated':
      return revertFields(reversal)
    case 'created':
    case 'restored':
      return revertCreation(reversal)
    case 'deleted':
      return revertRemoval(reversal)
    default:
      throw notUndoable(reversal.definition.refusal)
  }
}
