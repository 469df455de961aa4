import type { StoredHistoryEntry } from '../platform/history/entry.ts'
import type { FormerState } from '../platform/history/former-state.ts'
import type { UndoDefinition, UndoOperation } from '../platform/history/undo-operations.ts'
import { Problem } from '../platform/runtime/problem.ts'
import type { Given, RunOperation } from './operations.ts'

/** A change that is being taken back. */
export interface Undoing {
  entry: StoredHistoryEntry
  definition: UndoDefinition
  /** What is kept of the state before the change, beside what the entry tells. */
  former: FormerState | undefined
  run: RunOperation
  /** Makes the checks of an operation, and changes nothing. */
  rehearse: RunOperation
  /** Whether fields get their former values although others of the same change cannot. */
  isPartial: boolean
  /** Fields that have got a former value by the same request, which look different from it by now. */
  known: KnownFields
}

/** By thing and field: how the value looks that was set, and which one of the history it is. */
export type KnownFields = Map<string, { shown: unknown; value: unknown }>

export type Thing = Record<string, unknown> & { version: number }

/** Whether something is not there for the caller. */
export const isMissing = (error: unknown): boolean => error instanceof Problem && error.status === 404

/** What names the thing in a call of an operation. */
export const idsOf = ({ entry, definition }: Undoing) => definition.idsOf?.(entry) ?? { id: entry.object_id }

/** Runs an operation on the thing of a change. */
export const callOperation = (undoing: Undoing, operation: UndoOperation, given: Partial<Given> = {}) =>
  undoing.run(operation, undoing.entry, { args: idsOf(undoing), ...given })

/** The thing as the caller reads it now; undefined when it is not there for them. */
export const findThing = async (undoing: Undoing): Promise<Thing | undefined> => {
  try {
    return (await callOperation(undoing, undoing.definition.read as UndoOperation)) as Thing
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
