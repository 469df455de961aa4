import { permissionMissing } from '../task/project/access.ts'
import { changeNotFound } from './found-entry.ts'
import { changedSince, movesAlong, notUndoable, ownOnly, thingGone } from './refusals.ts'

/** How taking a change back is refused; 403, 409 and 422 stand for those of the operations that do it as well. */
export const undoProblems = [
  changeNotFound,
  permissionMissing.as({ when: 'The caller may not change this now; the code is the operation’s.' }),
  ownOnly,
  changedSince,
  movesAlong,
  thingGone,
  notUndoable,
]
