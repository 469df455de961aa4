import { formerSeconds } from '../platform/history/former-state.ts'
import { conflict, forbidden, Problem } from '../platform/runtime/problem.ts'

/** The code of a 409 that says nothing once a change was taken back: what then differs is no change by others. */
export const changedSinceCode = 'undo.changed_since'

export const changedSince = (what: string) =>
  conflict(changedSinceCode, `${what} has been changed since, and is left as it is.`)

/** The code of a 409: it can be taken back once another change of the same request is. */
export const movesAlongCode = 'undo.moves_along'

export const movesAlong = (reason: string) => conflict(movesAlongCode, reason)

/** The code of a 409 that says nothing once a change of fields was taken back: the making of the thing may be, too. */
export const thingGoneCode = 'undo.thing_gone'

export const thingGone = (what: string) => conflict(thingGoneCode, `${what} is not there any more.`)

const formerDays = formerSeconds / 86_400

export const notKept = (field: string) =>
  conflict(
    thingGoneCode,
    `What "${field}" was before is not there any more; it is kept for ${formerDays} days.`,
  )

export const ownOnly = () =>
  forbidden('undo.person_required', 'Only the person whom it concerns can take it back.')

/** The code of a 422: no operation takes such a change back. */
export const notUndoable = (reason = 'A change of this kind cannot be taken back.') =>
  new Problem(422, 'undo.not_undoable', reason)
