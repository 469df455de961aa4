import { docs } from '#docs'
import { endpoint } from '../../platform/http/endpoint.ts'
import { problem } from '../../platform/runtime/problem.ts'
import { listOf, listQuery, queryBoolean } from '../../platform/schema/list-fields.ts'
import { readList } from '../../platform/table/list/list.ts'
import { isJobExpired, Job, jobs } from '../job/job.ts'

const adminOnly = problem('jobs.admin_only', 403, 'Only administrators may list other people’s jobs.')

export const listJobs = endpoint('GET /jobs', {
  summary: 'List the caller’s jobs, newest first',
  description: 'Jobs are kept for 30 days. Jobs started by the service itself are not listed.',
  query: listQuery({
    all: queryBoolean.optional().meta(docs('`true`: the jobs of all people; administrators only.')),
  }),
  response: listOf(Job),
  problems: [adminOnly],
  handle: ({ actor, query: { all, ...page } }) => {
    if (all && actor.role !== 'admin') throw adminOnly()
    const range = { user_id: actor.id }
    return readList(jobs.in(all ? 'all' : 'ofUser', range), page, (job) => !isJobExpired(job))
  },
})
