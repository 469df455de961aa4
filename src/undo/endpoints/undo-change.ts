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
    'Makes a new change as the caller, with the rights and checks that apply now. Fields get their former ' +
    'values, what was created goes to the trash, and what was deleted is restored. Long texts, and things ' +
    'that have no place in the trash (comments, events and categories), can be restored for 30 days. ' +
    'Repeating the request gives the same answer.',
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
