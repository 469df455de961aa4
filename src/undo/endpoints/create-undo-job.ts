import { docs } from '#docs'
import { ownerId, tokenOwner } from '../../auth/access-token/access-token.ts'
import { tooManyJobs } from '../../jobs/job/job-start.ts'
import { Job } from '../../jobs/job/job.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { roleRequired } from '../../platform/http/request/authentication.ts'
import { id, timestamp } from '../../platform/schema/fields.ts'
import { startUndoJob } from '../undo-job.ts'
import { UndoInput } from '../result.ts'

export const createUndoJob = endpoint('POST /undo', {
  summary: 'Take back what a token or a job has changed',
  success: 'The job that takes the changes back.',
  effect: 'destructive',
  description:
    'For the person of the token or job, and administrators. The job takes back everything that was done by it ' +
    'until now, newest first, each as a new change by the caller, with the rights and checks that apply then. What ' +
    'others have changed since stays. Its `report` has the fields of the response of `POST /activity/{id}/undo`, at ' +
    'most some hundred of each; `truncated` says that a dry run looked at the newest 1 000 changes only. The token ' +
    'may have ended; with an id that never was one nothing is found.',
  requiresSession: true,
  body: UndoInput.extend({
    token_id: id.optional().meta(docs('Id of an access token; this or `job_id` is required.')),
    job_id: id.optional().meta(docs('Id of a job.')),
    user_id: tokenOwner,
    since: timestamp.optional().meta(docs('Only what was done at or after this time.')),
  }),
  status: 202,
  response: Job,
  location: '/jobs/{id}',
  problems: [
    roleRequired.as({ when: 'Only administrators take back what tokens of others did.', example: ['admin'] }),
    tooManyJobs,
  ],
  handle: ({ actor, body: { user_id, ...input } }) =>
    startUndoJob(actor, { ...input, user_id: ownerId(actor, user_id) }),
})
