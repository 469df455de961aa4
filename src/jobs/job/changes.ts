import { problemDocs } from '#docs'
import type { Actor } from '../../platform/identity/actor.ts'
import { problem } from '../../platform/runtime/problem.ts'
import { now } from '../../platform/runtime/time.ts'
import type { Changes } from '../../platform/table/changes.ts'
import { ConflictError, retryOnConflict } from '../../platform/table/conflict.ts'
import { transact } from '../../platform/table/table.ts'
import { requireJob } from './access.ts'
import { isEnded, jobs, type StoredJob } from './job.ts'
import { findOpenJobs, toClose } from './open-jobs.ts'

interface End extends Changes<StoredJob> {
  status: 'completed' | 'failed' | 'cancelled'
}

/** Ends a job; returns undefined if it has changed since it was read. */
export const endJob = (job: StoredJob, changes: End): Promise<StoredJob | undefined> =>
  retryOnConflict(async () => {
    const [present, open] = await Promise.all([jobs.find(job), findOpenJobs(job.owner)])
    if (present?.version !== job.version) return undefined
    // a finished job needs no position
    const { thing, ...update } = jobs.toUpdate(job, {
      ...changes,
      stage: null,
      state: {},
      finished_at: now(),
    })
    await transact([update, ...toClose(open, job)])
    return thing
  })

/** Ends a job; throws a conflict if it has changed since it was read. */
const endAnyway = async (job: StoredJob, changes: End): Promise<StoredJob> => {
  const ended = await endJob(job, changes)
  if (!ended) throw new ConflictError()
  return ended
}

/** Ends a job whose worker has failed too often. */
export const failJob = async (id: string): Promise<void> => {
  const job = await jobs.find({ id })
  if (!job) return
  await jobs.modify(job, async (current) => {
    const error = 'The job failed repeatedly; start it again, or contact an administrator.'
    if (!isEnded(current)) await endAnyway(current, { status: 'failed', error })
  })
}

export const jobEnded = problem('jobs.ended', 409, {
  wording: (status: StoredJob['status']) => `The job has already ended with the status "${status}".`,
  docs: problemDocs({
    meaning: 'The job has already ended and cannot be cancelled.',
    example: ['completed'],
  }),
})

/** Cancels a job that the caller may see; what it has done stays. Throws 404, and 409 if it has ended. */
export const stopJob = async (actor: Actor, id: string): Promise<StoredJob> =>
  jobs.modify(requireJob(actor, await jobs.find({ id })), async (current) => {
    if (isEnded(current)) throw jobEnded(current.status)
    return endAnyway(current, { status: 'cancelled' })
  })
