import { restoreThing } from '../trash/restore.ts'
import { undoneAmong } from '../platform/history/undone-change.ts'
import type { StoredHistoryEntry } from '../platform/history/entry.ts'
import { isRestorable, verbOf } from '../platform/history/undo-rules.ts'
import type { OwnOperation, UndoOperation } from '../platform/history/undo-operations.ts'
import { ConflictError, retryWhile } from '../platform/table/conflict.ts'
import type { Item } from '../platform/table/operation.ts'
import { requireUntouched } from './later-changes.ts'
import { changedSince, notUndoable, thingGone } from './refusals.ts'
import { undoUpdate } from './undo-update.ts'
import { callOperation, findThing, idsOf, isMissing, type Undoing } from './undoing.ts'
import { Problem } from '../platform/runtime/problem.ts'

const undoCreation = async (undoing: Undoing): Promise<void> => {
  const { definition, rehearse, entry } = undoing
  const { remove } = definition
  if (!remove) throw notUndoable(definition.refusal)
  if (definition.read && !(await findThing(undoing))) return
  await requireUntouched(entry).catch(async (error: unknown) => {
    // whoever may not remove it at all hears of that first
    await rehearse(remove, entry, { args: idsOf(undoing) })
    throw error
  })
  await callOperation(undoing, remove).catch((error: unknown) => {
    if (!isMissing(error)) throw error
  })
}

/** What a removed thing belonged to is gone, or may not hold it any more. */
const hasNoPlace = (error: unknown) =>
  error instanceof Problem && (error.status === 404 || error.status === 422)

const putBack = async (undoing: Undoing, operation: UndoOperation): Promise<void> => {
  const removed = undoing.former?.item
  if (!removed) throw thingGone('What was deleted')
  await callOperation(undoing, operation, { removed: removed as Item }).catch((error: unknown) => {
    throw hasNoPlace(error) ? thingGone('What it belonged to') : error
  })
}

/** Restores what lies in the trash, by those who might do so there. */
const restoreFromTrash: OwnOperation = ({ actor, change }) => restoreThing(actor, change.object_id, {})

const undoRemoval = async (undoing: Undoing): Promise<void> => {
  const { definition, entry } = undoing
  const { read, removed, restore = restoreFromTrash, refusal } = definition
  if (!removed) throw notUndoable(refusal)
  if (read && (await findThing(undoing))) return
  if (removed === 'kept') return putBack(undoing, restore)
  const gone = thingGone(removed === 'trashed' ? 'What was deleted' : 'What it belonged to')
  if (!isRestorable(definition, entry)) throw gone
  await callOperation(undoing, restore).catch(async (error: unknown) => {
    if (!isMissing(error)) throw error
    // somebody may have restored it in the meantime
    if (!read || !(await findThing(undoing))) throw gone
  })
}

/** For so long a change is taken back once more that others have crossed, in milliseconds. */
const retryMilliseconds = 6_000

/** Whether the thing was changed between reading it and changing it: what is left to be done may be another now. */
const isOvertaken = (error: unknown) =>
  error instanceof ConflictError || (error instanceof Problem && error.status === 412)

/** Whether this says nothing of a change that was taken back before: what it was built on may have been since. */
const isMoot = (entry: StoredHistoryEntry, error: unknown) =>
  error instanceof Problem &&
  (error.code === changedSince.code ||
    (verbOf(entry) === 'updated' && (error.code === thingGone.code || isMissing(error))))

/**
 * Takes one change back by the operations of its kind, as requests of the caller; does nothing where everything is as
 * it was before the change. Throws 422 for what cannot be taken back, 409 where others have changed it since, 503
 * while they keep changing it, and whatever the operations refuse with.
 */
export const undoChange = async (undoing: Undoing): Promise<void> => {
  try {
    await retryWhile(() => changeBack(undoing), isOvertaken, retryMilliseconds)
  } catch (error) {
    if (!isMoot(undoing.entry, error) || !(await undoneAmong([undoing.entry])).has(undoing.entry.id))
      throw error
  }
}

const changeBack = (undoing: Undoing): Promise<void> => {
  switch (verbOf(undoing.entry)) {
    case 'updated':
      return undoUpdate(undoing)
    case 'created':
    case 'restored':
      return undoCreation(undoing)
    case 'deleted':
      return undoRemoval(undoing)
    default:
      throw notUndoable(undoing.definition.refusal)
  }
}
