import type { Actor } from '../platform/identity/actor.ts'
import { isJobExpired, jobs, type StoredJob } from './job/job.ts'

type Who = Pick<Actor, 'id' | 'role' | 'groups'>

/** The one who started a job sees it, and administrators do; those of the service itself nobody does. */
export const canSeeJob = ({ id, role }: Who, { user_id }: Pick<StoredJob, 'user_id'>): boolean =>
  user_id !== null && (user_id === id || role === 'admin')

/** The job; throws 404 when there is none, it is kept no longer, or the caller may not see it. */
export const requireJob = (actor: Who, job: StoredJob | undefined): StoredJob => {
  if (!job || isJobExpired(job) || !canSeeJob(actor, job)) throw jobs.absent()
  return job
}
