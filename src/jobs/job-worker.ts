import { worker, type Worker } from '../platform/events/worker.ts'
import { delayUntil } from '../platform/events/schedule.ts'
import { users } from '../platform/identity/user.ts'
import { setOrigin } from '../platform/runtime/origin.ts'
import { ignoreConflict } from '../platform/table/conflict.ts'
import { writeItem } from '../platform/table/table.ts'
import type { QueueMessage } from '../platform/events/message-kind.ts'
import { endJob, failJob } from './job/changes.ts'
import { isEnded, jobs, type JobKind, type StoredJob } from './job/job.ts'
import { findOpenJobs, nextJobId } from './job/open-jobs.ts'
import { jobMessages, type JobQueue } from './queues.ts'

/** Outcome of a step; absent fields stay unchanged. */
export interface JobStep extends Partial<
  Pick<StoredJob, 'progress' | 'stage' | 'counts' | 'state' | 'result' | 'report'>
> {
  isDone: boolean
  /** Delay of the next step in seconds, at most 900. */
  delaySeconds?: number
}

/**
 * Runs a part of a job; stops at the time `until`, in milliseconds since 1970, and leaves the rest to the next step.
 */
export type RunStep = (job: StoredJob, until: number) => Promise<JobStep>

/** Duration of one step in milliseconds. */
const stepMilliseconds = 25_000

const isActiveUser = async (user_id: string | null): Promise<boolean> =>
  user_id === null || (await users.find({ id: user_id }))?.is_active === true

/** Returns the time this many seconds from now; null for now. */
const resumeTime = (seconds: number) =>
  seconds > 0 ? new Date(Date.now() + seconds * 1_000).toISOString() : null

/**
 * Runs a step and stores its outcome; returns undefined if it is the last one, or the job was changed in the meantime.
 */
const runStep = async (job: StoredJob, run: RunStep): Promise<JobStep | undefined> => {
  const running = await jobs.update(job, (current) => (isEnded(current) ? {} : { status: 'running' }))
  if (isEnded(running)) return undefined
  const step = await run(running, Date.now() + stepMilliseconds)
  const { isDone, delaySeconds = 0, ...changes } = step
  if (isDone) {
    await endJob(running, { ...changes, status: 'completed', progress: 100 })
    return undefined
  }
  const { thing: _thing, ...update } = jobs.toUpdate(running, {
    ...changes,
    resumes_at: resumeTime(delaySeconds),
  })
  return ignoreConflict(() => writeItem(update).then(() => step))
}

/**
 * Creates the worker of a kind of jobs, which run one at a time for each owner. After each step it stores the position
 * of a job and continues by a message to itself, so that a killed worker is replaced. Steps are idempotent, since a
 * step that was not stored runs again (decision 0013). A job that fails too often ends as failed, and its starter sees
 * that. A job of the service itself, which nobody would restart, is retried until its message becomes a dead letter,
 * from which it continues when the message is sent again.
 */
export const jobWorker = (kind: JobKind, run: RunStep): Worker => {
  const messages = jobMessages[kind]
  const goOn = async (id: string): Promise<QueueMessage<JobQueue> | undefined> => {
    const job = await jobs.find({ id })
    // the end of the previous job sends a message to this one (on-change.ts)
    if (!job || isEnded(job) || nextJobId(await findOpenJobs(job.owner), job.kind) !== id) return undefined
    if (!(await isActiveUser(job.user_id))) {
      await endJob(job, { status: 'cancelled', error: 'The person who started the job was deactivated.' })
      return undefined
    }
    // a duplicate message must not shorten the pause
    if (job.resumes_at && delayUntil(job.resumes_at) > 0)
      return messages.message({ job_id: id }, delayUntil(job.resumes_at))
    setOrigin({ actor_id: job.user_id, via: job.user_id === null ? 'system' : 'job', job_id: id })
    const step = await runStep(job, run)
    return step ? messages.message({ job_id: id }, step.delaySeconds) : undefined
  }
  const giveUp = async ({ job_id }: { job_id: string }) => {
    const job = await jobs.find({ id: job_id })
    return job?.user_id === null ? goOn(job_id) : failJob(job_id)
  }
  return worker(messages, { giveUp }, ({ job_id }) => goOn(job_id))
}
