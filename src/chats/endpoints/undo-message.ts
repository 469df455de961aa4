import { endpoint } from '../../platform/http/endpoint.ts'
import { UndoInput, UndoResult } from '../../undo/result.ts'
import { undoReply } from '../replies/undo-reply.ts'
import { replyProblems } from '../problems.ts'
import { askerRequired } from '../replies/reply-changes.ts'
import { historyIncomplete } from '../../undo/reply-history.ts'

export const undoMessage = endpoint('POST /chats/{id}/messages/{message_id}/undo', {
  summary: 'Undo the changes made by a reply',
  success: 'The changes that were undone, and those that were not.',
  effect: 'destructive',
  description:
    'For the person who requested the reply. Undoes all changes made by its function calls, newest first, each ' +
    'as a new change by the caller, with the rights and checks that apply now. Resources that others have ' +
    'changed since then stay, and so does everything that was sent; the response gives the reasons. The ' +
    'history lags by a few seconds, and the undo waits until it is complete. If time runs out, repeat the ' +
    'request to undo the rest.',
  body: UndoInput,
  isBodyOptional: true,
  invokesEndpoints: true,
  requiresSession: true,
  profile: 'files',
  response: UndoResult,
  problems: [
    askerRequired,
    ...replyProblems('The reply is still being written.', ['pending', ['completed', 'failed', 'cancelled']]),
    historyIncomplete,
  ],
  handle: ({ actor, params: { id, message_id }, body, header, address }) =>
    undoReply({ actor, body, header, address }, id, message_id),
})
