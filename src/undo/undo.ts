import { loadAudience } from '../access/audience.ts'
import type { StoredHistoryEntry } from '../platform/history/entry.ts'
import { findFormerState } from '../platform/history/former-state.ts'
import { observedChanges } from '../platform/history/observed-changes.ts'
import { keepUndone, undoneAmong } from '../platform/history/undone-change.ts'
import { undoDefinitionOf } from '../platform/history/undo-registry.ts'
import { Problem } from '../platform/runtime/problem.ts'
import { changeObserver } from '../platform/table/write-observer.ts'
import { movesAlong, notUndoable, ownOnly } from './problems.ts'
import type { UndoResult } from './result.ts'
import type { KnownFields, UndoRequest } from './reversal.ts'
import { revertChange } from './revert.ts'
import { maxChanges } from '../platform/history/thing-change.ts'

/**
 * Creates the steps for undoing changes one by one; `result` returns the changes that were made, and in a dry run their
 * audience.
 */
const startUndo = (request: UndoRequest, isPartial: boolean) => {
  const { actor, body } = request
  const observer = changeObserver(body.dry_run, request.isUnattended)
  const known: KnownFields = new Map()
  return {
    undo: async (entry: StoredHistoryEntry) => {
      const definition = await undoDefinitionOf(entry)
      if (!definition) throw notUndoable()
      if (definition.isPersonal && entry.object_id !== actor.id) throw ownOnly()
      const former = await findFormerState(entry)
      await revertChange({ request, observer, entry, definition, former, isPartial, known })
    },
    keep: async (entry: StoredHistoryEntry) => {
      if (!body.dry_run) await keepUndone(entry)
    },
    result: async (undone: string[], left: UndoResult['left']): Promise<UndoResult> => {
      const changes = await observedChanges(observer, actor)
      const isAsked = body.dry_run && observer.images.size > 0
      const audience = isAsked ? await loadAudience(observer, actor) : null
      return { undone, left, changes, audience }
    },
  }
}

/** Undoes one change; throws if that is not possible. */
export const undoOne = async (request: UndoRequest, entry: StoredHistoryEntry): Promise<UndoResult> => {
  const { undo, keep, result } = startUndo(request, false)
  await undo(entry)
  await keep(entry)
  return result([entry.id], [])
}

/**
 * Time limit for undoing changes in one request, in milliseconds: the gateway waits for 20 s, and undo may wait for
 * history.
 */
const maxMilliseconds = 12_000

const outOfTime = {
  code: 'undo.out_of_time',
  message: 'The time limit of the request was reached; send the request again to undo the remaining changes.',
}

/**
 * Undoes changes in order, then retries changes that depend on others, and returns the reason for each remaining
 * change. Changes that were undone before come last, so that a repeated request completes. Each change is recorded as
 * undone before the next one, which may undo the basis of the first. Processes at most {@link maxChanges} changes; a
 * repeated request continues with the rest. Stops at the time `until`, in milliseconds since 1970. Throws 503 if a
 * backing service fails.
 */
export const undoAll = async (
  request: UndoRequest,
  all: StoredHistoryEntry[],
  until = Date.now() + maxMilliseconds,
): Promise<UndoResult> => {
  const { undo, keep, result } = startUndo(request, true)
  const undoneBefore = await undoneAmong(all)
  const isDone = ({ id }: StoredHistoryEntry) => undoneBefore.has(id)
  const entries = [...all.filter((one) => !isDone(one)), ...all.filter(isDone)].slice(0, maxChanges)
  const reasons = new Map<string, { code: string; message: string }>()
  const attempt = async (entry: StoredHistoryEntry) => {
    if (Date.now() > until) return void reasons.set(entry.id, outOfTime)
    try {
      await undo(entry)
      if (!undoneBefore.has(entry.id)) await keep(entry)
      reasons.delete(entry.id)
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500) throw error
      reasons.set(entry.id, error)
    }
  }
  for (const entry of entries) if (!isDone(entry) || Date.now() <= until) await attempt(entry)
  for (const entry of entries) if (reasons.get(entry.id)?.code === movesAlong.code) await attempt(entry)
  const undone = entries.map(({ id }) => id).filter((id) => !reasons.has(id))
  const left = [...reasons].map(([id, { message: reason }]) => ({ id, reason }))
  return result(undone, left)
}
