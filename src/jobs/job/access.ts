import type { Actor } from '../../platform/identity/actor.ts'
import { isJobExpired, jobs, type StoredJob } from './job.ts'

type Who = Pick<Actor, 'id' | 'role' | 'groups'>

/**
 * Returns true if the caller may see a job: its starter and administrators may; nobody sees jobs of the service itself.
 */
export const canSeeJob = ({ id, role }: Who, { user_id }: Pick<StoredJob, 'user_id'>): boolean =>
  user_id !== null && (user_id === id || role === 'admin')

/** Returns the job; throws 404 if there is none, it has expired, or the caller may not see it. */
export const requireJob = (actor: Who, job: StoredJob | undefined): StoredJob => {
  if (!job || isJobExpired(job) || !canSeeJob(actor, job)) throw jobs.absent()
  return job
}
