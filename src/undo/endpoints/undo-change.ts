import { endpoint } from '../../platform/http/endpoint.ts'
import { requireChange } from '../found-entry.ts'
import { undoOne } from '../undo.ts'
import { undoProblems } from '../problems.ts'
import { UndoInput, UndoResult } from '../result.ts'

export const undoChange = endpoint('POST /activity/{id}/undo', {
  entity: 'undo.change',
  summary: 'Take back a change',
  success: 'What was taken back.',
  description:
    'As a new change by the caller, with the rights and checks of now: fields get their former values, what was ' +
    'made goes to the trash, what was deleted is restored. Long texts, and what has no place in the trash such as ' +
    'comments, events and categories, come back for 30 days. Repeating it answers the same.',
  body: UndoInput,
  isBodyOptional: true,
  invokesEndpoints: true,
  effect: 'destructive',
  profile: 'files',
  response: UndoResult,
  problems: undoProblems,
  passesProblems: true,
  handle: async ({ actor, params, body, header, address }) =>
    undoOne({ actor, body, header, address }, await requireChange(actor, params.id)),
})
