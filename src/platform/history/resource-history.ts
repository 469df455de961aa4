import type { Reader } from '../resource.ts'
import type { HistoryDefinition } from './definition.ts'

/** History of a resource and its parts, declared in `src/<area>/<kind>/history.ts`. */
export interface ResourceHistory {
  changes: HistoryDefinition[]
  /**
   * Returns the limits of a reader in the activity of a record that they may read; if absent, only their role limits
   * them.
   */
  limitsOf?: (reader: Reader, id: string) => Promise<HistoryLimits>
}

/** Limits of a reader: changes they do not see in an activity, and changes they certainly cannot undo. */
export interface HistoryLimits {
  hiddenFields?: string[]
  /** Fields of the record itself that the reader may not change, and thus not revert. */
  fixedFields?: readonly string[]
  /** True if the reader may neither change, delete nor restore the record itself. */
  isReadOnly?: boolean
  /** True if the reader may not delete the record, and thus not undo its creation or restoration. */
  isUndeletable?: boolean
  /** True if the reader sees no changes for support agents or administrators, regardless of their role. */
  isOutsider?: boolean
  /** True if the reader sees the activity of a deleted record, which restores it by undoing the deletion. */
  seesDeleted?: boolean
}
