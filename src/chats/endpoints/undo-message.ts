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
    'For the person who asked: everything that its function calls did, newest first, each as a new change by the ' +
    'caller with the rights and checks of now. What others have changed since is left, with the reason, as is ' +
    'what was sent. The history is some seconds behind: nothing is taken back before it has everything. Repeating ' +
    'it answers the same, and goes on where there was no time for all.',
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
