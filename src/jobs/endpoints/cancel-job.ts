import { endpoint } from '../../platform/http/endpoint.ts'
import { stopJob as cancel, jobEnded } from '../job/changes.ts'
import { Job } from '../job/job.ts'

export const cancelJob = endpoint('POST /jobs/{id}/cancel', {
  summary: 'Cancel a job',
  success: 'The job after the cancellation.',
  description: 'For the person who started the job, and administrators. Changes already made are kept.',
  status: 202,
  response: Job,
  location: '/jobs/{id}',
  effect: 'destructive',
  problems: [jobEnded],
  handle: ({ actor, params }) => cancel(actor, params.id),
})
