import { worker, type Worker } from '../../platform/events/worker.ts'
import { delayUntil } from '../../platform/events/schedule.ts'
import { users } from '../../platform/identity/user.ts'
import { setOrigin } from '../../platform/runtime/origin.ts'
import { ignoreConflict } from '../../platform/table/conflict.ts'
import { writeItem } from '../../platform/table/table.ts'
import type { QueueMessage } from '../../platform/events/message-kind.ts'
import { endJob, failJob } from './changes.ts'
import { isEnded, jobs, type JobKind, type StoredJob } from './job.ts'
import { findOpenJobs, nextOf } from './open-jobs.ts'
import { jobMessages, type JobQueue } from '../queues.ts'

/** What a step has come to: fields that are absent stay. */
export interface JobStep extends Partial<
  Pick<StoredJob, 'progress' | 'stage' | 'counts' | 'state' | 'result' | 'report'>
> {
  isDone: boolean
  /** How long the next step waits, in seconds, at most 900. */
  delaySeconds?: number
}

/** Does a part of a job; it stops at the time `until`, in milliseconds since 1970, and leaves the rest to the next. */
export type RunStep = (job: StoredJob, until: number) => Promise<JobStep>

/** How long one step lasts, in milliseconds. */
const stepMilliseconds = 25_000

const isActive = async (user_id: string | null): Promise<boolean> =>
  user_id === null || (await users.find({ id: user_id }))?.is_active === true

/** The time this many seconds from now, null for now. */
const timeAfter = (seconds: number) =>
  seconds > 0 ? new Date(Date.now() + seconds * 1_000).toISOString() : null

/** Does a step and stores what it has come to; undefined when there is none after it, or somebody else was faster. */
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
    resumes_at: timeAfter(delaySeconds),
  })
  return ignoreConflict(() => writeItem(update).then(() => step))
}

/**
 * The worker of a kind of jobs, one at a time for each owner. It stores where a job is after each
 * step, and continues by a message to itself, so that a killed one is replaced; steps are idempotent, since one that
 * was not stored is done again (decision 0013). A job that fails again and again has failed: who started it sees that.
 * Nobody would start one of the service itself once more: it is tried until its message is among the dead letters, from
 * where it goes on when it is sent again.
 */
export const jobWorker = (kind: JobKind, run: RunStep): Worker => {
  const messages = jobMessages[kind]
  const goOn = async (id: string): Promise<QueueMessage<JobQueue> | undefined> => {
    const job = await jobs.find({ id })
    // the one who ends the one before it sends it a message (on-change.ts)
    if (!job || isEnded(job) || nextOf(await findOpenJobs(job.owner), job.kind) !== id) return undefined
    if (!(await isActive(job.user_id))) {
      await endJob(job, { status: 'cancelled', error: 'The person who started it was deactivated.' })
      return undefined
    }
    // a message that came twice makes no rest shorter
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
