import type { Problems } from '../platform/http/spec.ts'

/** How taking a change back is refused; 403, 409 and 422 stand for those of the operations that do it as well. */
export const undoProblems: Problems = {
  403: {
    'task.permission_missing': 'The caller may not change this now; the code is the operation’s.',
    'undo.person_required': 'It concerns somebody else alone.',
  },
  409: {
    'undo.changed_since': 'Somebody has changed it since.',
    'undo.moves_along': 'The page has moved with the one above it.',
    'undo.thing_gone': 'What was changed, or was there before, is not there any more.',
  },
  422: { 'undo.not_undoable': 'A change of this kind cannot be taken back; the sentence says why.' },
}
