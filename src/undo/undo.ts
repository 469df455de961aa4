import { audienceOf } from '../access/audience.ts'
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

/** Prepares taking changes back one by one, and says in the end what was changed for it, and for whom in a dry run. */
const startUndo = (request: UndoRequest, isPartial: boolean) => {
  const { actor, body } = request
  const observer = changeObserver(body.dry_run)
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
      const audience = isAsked ? await audienceOf(observer, actor) : null
      return { undone, left, changes, audience }
    },
  }
}

/** Takes one change back; throws why that cannot be. */
export const undoOne = async (request: UndoRequest, entry: StoredHistoryEntry): Promise<UndoResult> => {
  const { undo, keep, result } = startUndo(request, false)
  await undo(entry)
  await keep(entry)
  return result([entry.id], [])
}

/** How long changes are taken back one after the other: the gateway waits for 20 s, and undo for the history. */
const maxMilliseconds = 12_000

const outOfTime = {
  code: 'undo.out_of_time',
  message: 'There was no time left for it; send the request again to take back what is left.',
}

/**
 * Takes changes back in their order, and once more those that are only possible after others; of those that are left it
 * says why. Those that were taken back before come last, so that a repeated request comes to its end. Each is kept as
 * taken back before the next, which may undo what it was built on. At most {@link maxChanges} are looked at, and a
 * repeated request continues with the others. It stops at the time `until`, in milliseconds since 1970. Throws 503 when
 * a service behind is gone.
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
