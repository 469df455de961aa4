import { problemDocs } from '#docs'
import { permissionMissing } from '../task/project/access.ts'
import { formerSeconds } from '../platform/history/former-state.ts'
import { problem } from '../platform/runtime/problem.ts'

export const changeNotFound = problem('undo.change_not_found', 404, {
  wording: 'The change does not exist.',
  docs: problemDocs({ meaning: 'The change does not exist, or the caller may not see it.' }),
})

export const thingNotFound = problem('undo.thing_not_found', 404, {
  wording: 'The changed resource does not exist.',
  docs: problemDocs({ meaning: 'The caller can no longer see the changed resource, or it is in the trash.' }),
})

/** 409. Ignored for a change that was undone before: the difference is then not a change by others. */
export const changedSince = problem('undo.changed_since', 409, {
  wording: (what?: string) =>
    what === undefined
      ? 'Another person has changed the resource since; it stays as it is.'
      : `${what} has been changed since and stays as it is.`,
  docs: problemDocs({
    meaning: 'The result of the change has been changed again since.',
    example: ['"title"'],
  }),
})

/** 409: the change can be undone after another change of the same request. */
export const movesAlong = problem('undo.moves_along', 409, {
  wording: (reason: string) => reason,
  docs: problemDocs({
    meaning: 'The page moved together with its parent, or is a draft with a parent: undo that change first.',
    example: ['The page moved together with its parent, and can be moved back only together with it.'],
  }),
})

/** 409. Ignored for a change of fields that was undone before: the creation of the record may have been undone, too. */
export const thingGone = problem('undo.thing_gone', 409, {
  wording: (what: string, more: string = '') => `${what} no longer exists${more}.`,
  docs: problemDocs({
    meaning: 'The changed resource, its former state, or its container no longer exists.',
    example: ['The changed resource'],
  }),
})

const formerDays = formerSeconds / 86_400

export const formerValueExpired = (field: string) =>
  thingGone(`The former value of "${field}"`, `; former values are kept for ${formerDays} days`)

export const ownOnly = problem(
  'undo.person_required',
  403,
  'Only the person affected by the change can undo it.',
)

/** 422: no operation undoes such a change. */
export const notUndoable = problem('undo.not_undoable', 422, {
  wording: (reason: string = 'A change of this kind cannot be undone.') => reason,
  docs: problemDocs({
    meaning:
      'A change of this kind cannot be undone, or the former value is not kept; the detail names the reason.',
    example: [],
  }),
})

/** Problems of an undo; the operations that undo a change add their own problems with the statuses 403, 409 and 422. */
export const undoProblems = [
  changeNotFound,
  thingNotFound,
  permissionMissing.as({ when: 'The caller may not make this change now; the code is the operation’s.' }),
  ownOnly,
  changedSince,
  movesAlong,
  thingGone,
  notUndoable,
]
