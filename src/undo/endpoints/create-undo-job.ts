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
  summary: 'Undo the changes of an access token or a job',
  success: 'The job that undoes the changes.',
  effect: 'destructive',
  description:
    'For the person of the token or job, and administrators. The job undoes all changes made by the token ' +
    'or job until now, newest first, each as a new change by the caller, with the permissions and checks ' +
    'at that time. Resources that others have changed since stay as they are. `report` has the fields of ' +
    'the response of `POST /activity/{id}/undo`, with at most a few hundred items each; `truncated` means ' +
    'that a dry run examined only the newest 1,000 changes. The token may have ended. For an unknown ' +
    'token ID, there are no changes to undo.',
  requiresSession: true,
  body: UndoInput.extend({
    token_id: id.optional().meta(docs('ID of an access token; either this or `job_id` is required.')),
    job_id: id.optional().meta(docs('ID of a job.')),
    user_id: tokenOwner,
    since: timestamp.optional().meta(docs('Only changes made at or after this time.')),
  }),
  status: 202,
  response: Job,
  location: '/jobs/{id}',
  problems: [
    roleRequired.as({
      when: 'Only administrators may undo changes of other people’s tokens.',
      example: ['admin'],
    }),
    tooManyJobs,
  ],
  handle: ({ actor, body: { user_id, ...input } }) =>
    startUndoJob(actor, { ...input, user_id: ownerId(actor, user_id) }),
})
