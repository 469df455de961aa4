import { endpoint } from '../../platform/http/endpoint.ts'
import { requireJob } from '../job/access.ts'
import { Job, jobs } from '../job/job.ts'

export const readJob = endpoint('GET /jobs/{id}', {
  summary: 'Get a job',
  description: 'For the person who started the job, and administrators.',
  response: Job,
  handle: async ({ actor, params }) => requireJob(actor, await jobs.find(params)),
})
