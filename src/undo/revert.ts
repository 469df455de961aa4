import { restoreTrashed } from '../trash/restore.ts'
import { undoneAmong } from '../platform/history/undone-change.ts'
import { historyEntries, type StoredHistoryEntry } from '../platform/history/entry.ts'
import { isRestorable, actionVerb } from '../platform/history/undo-rules.ts'
import type { OwnOperation, UndoOperation } from '../platform/history/undo-operations.ts'
import { ConflictError, retryWhile } from '../platform/table/conflict.ts'
import type { Item } from '../platform/table/operation.ts'
import { newestFirst, readList } from '../platform/table/list/list.ts'
import { Problem } from '../platform/runtime/problem.ts'
import { requireGone } from './absence.ts'
import { changedSince, notUndoable, thingGone } from './problems.ts'
import { callOperation, findUndoTarget, isNotFound, dryRun, type Reversal } from './reversal.ts'
import { revertFields } from './revert-fields.ts'

/**
 * Throws 409 if another person has changed a record or its parts since the entry: removing the record would destroy
 * that work.
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
  if (definition.read && !(await findUndoTarget(reversal))) return requireGone(reversal)
  await requireUntouched(entry).catch(async (error: unknown) => {
    // a missing right to remove the record precedes the conflict
    await dryRun(reversal, remove)
    throw error
  })
  await callOperation(reversal, remove).catch((error: unknown) => {
    if (!isNotFound(error)) throw error
    return requireGone(reversal)
  })
}

/**
 * Returns true if the resource that a removed record belonged to no longer exists, or may no longer hold the record.
 */
const hasNoPlace = (error: unknown) =>
  error instanceof Problem && (error.status === 404 || error.status === 422)

const restoreRemoved = async (reversal: Reversal, operation: UndoOperation): Promise<void> => {
  const removed = reversal.former?.item
  if (!removed) throw thingGone('The deleted resource')
  await callOperation(reversal, operation, { removed: removed as Item }).catch(async (error: unknown) => {
    if (!hasNoPlace(error)) throw error
    await requireGone(reversal, reversal.definition.placeOf?.(removed as Item))
    throw thingGone('The container of the resource')
  })
}

/** Restores a record from the trash, with the checks that apply there. */
const restoreFromTrash: OwnOperation = ({ actor, change }) => restoreTrashed(actor, change.object_id, {})

const revertRemoval = async (reversal: Reversal): Promise<void> => {
  const { definition, entry } = reversal
  const { read, removed, restore = restoreFromTrash, refusal } = definition
  if (!removed) throw notUndoable(refusal)
  if (read && (await findUndoTarget(reversal))) return
  if (removed === 'kept') return restoreRemoved(reversal, restore)
  const refuse = async () => {
    await requireGone(reversal)
    throw thingGone(removed === 'trashed' ? 'The deleted resource' : 'The container of the resource')
  }
  if (!isRestorable(definition, entry)) return refuse()
  await callOperation(reversal, restore).catch(async (error: unknown) => {
    if (!isNotFound(error)) throw error
    // another request may have restored it in the meantime
    if (!read || !(await findUndoTarget(reversal))) await refuse()
  })
}

/** Time limit for retrying an undo after a conflict, in milliseconds. */
const retryMilliseconds = 6_000

/**
 * Returns true if the record changed between reading and writing it, so that the remaining work must be determined
 * again.
 */
const isConcurrentChange = (error: unknown) =>
  error instanceof ConflictError || (error instanceof Problem && error.status === 412)

/**
 * Returns true if an error is irrelevant for a change that was undone before: earlier changes may have been undone
 * since.
 */
const isMoot = (entry: StoredHistoryEntry, error: unknown) =>
  error instanceof Problem &&
  (error.code === changedSince.code ||
    isNotFound(error) ||
    (actionVerb(entry) === 'updated' && error.code === thingGone.code))

/**
 * Undoes one change by the operations of its kind, as requests of the caller; does nothing if the former state is
 * already restored. Throws 422 for a change that cannot be undone, 409 if others have changed its result since, 503 if
 * they keep changing it, and the problems of the operations.
 */
export const revertChange = async (reversal: Reversal): Promise<void> => {
  try {
    await retryWhile(() => revert(reversal), isConcurrentChange, retryMilliseconds)
  } catch (error) {
    if (!isMoot(reversal.entry, error) || !(await undoneAmong([reversal.entry])).has(reversal.entry.id))
      throw error
  }
}

const revert = (reversal: Reversal): Promise<void> => {
  switch (actionVerb(reversal.entry)) {
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
