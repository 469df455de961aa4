import { endpoint } from '../../platform/http/endpoint.ts'
import { requireVisibleEntry } from '../visible-entry.ts'
import { undoOne } from '../undo.ts'
import { undoProblems } from '../problems.ts'
import { UndoInput, UndoResult } from '../result.ts'

export const undoChange = endpoint('POST /activity/{id}/undo', {
  entity: 'undo.change',
  summary: 'Undo a change',
  success: 'The undone changes.',
  description:
    'Makes a new change as the caller, with the current permissions and checks. Fields get their former ' +
    'values, created resources go to the trash, and deleted resources are restored. Long texts, and ' +
    'resources that do not go to the trash (comments, events and categories), can be restored for 30 ' +
    'days. Repeating the request returns the same response.',
  body: UndoInput,
  isBodyOptional: true,
  invokesEndpoints: true,
  effect: 'destructive',
  profile: 'files',
  response: UndoResult,
  problems: undoProblems,
  passesProblems: true,
  handle: async ({ actor, params, body, header, address }) =>
    undoOne({ actor, body, header, address }, await requireVisibleEntry(actor, params.id)),
})
