import type { Reader } from '../resource.ts'
import type { HistoryDefinition } from './definition.ts'

/** What history tells of a noun and of what belongs to it: each is declared in `src/<area>/<kind>/history.ts`. */
export interface ResourceHistory {
  changes: HistoryDefinition[]
  /** What somebody may not see now of what happened to a thing that they may read; by their role if absent. */
  limitsOf?: (reader: Reader, id: string) => Promise<HistoryLimits>
}

/** What a reader does not see of an activity, and what they can certainly not take back. */
export interface HistoryLimits {
  hiddenFields?: string[]
  /** Fields of the thing itself that they may not change, and so not change back. */
  fixedFields?: readonly string[]
  /** They may change, delete and restore nothing of the thing itself. */
  isReadOnly?: boolean
  /** They may not delete the thing, and so not undo its creation or restoration. */
  isUndeletable?: boolean
  /** They see nothing that is for support agents or administrators, whatever their role. */
  isOutsider?: boolean
}
