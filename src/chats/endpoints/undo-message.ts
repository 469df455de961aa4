import { endpoint } from '../../platform/http/endpoint.ts'
import { UndoInput, UndoResult } from '../../undo/result.ts'
import { undoReply } from '../replies/undo-reply.ts'
import { replyProblems } from '../problems.ts'
import { askerRequired } from '../replies/reply-changes.ts'
import { historyIncomplete } from '../../undo/reply-history.ts'

export const undoMessage = endpoint('POST /chats/{id}/messages/{message_id}/undo', {
  summary: 'Take back what the calls of a reply have changed',
  success: 'What was taken back, and what was not.',
  effect: 'destructive',
  description:
    'For the person who asked. Takes back everything that its function calls did, newest first, each as a new ' +
    'change by the caller, with the rights and checks that apply now. What others have changed since then ' +
    'stays, and so does what was sent; the response says why. The history lags by a few seconds, and nothing ' +
    'is taken back until it is complete. If there was not enough time for everything, repeating the request ' +
    'does the rest.',
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
