import { problemDocs } from '#docs'
import { environment } from '../../platform/runtime/environment.ts'
import { derivedId } from '../../platform/runtime/id.ts'
import { problem } from '../../platform/runtime/problem.ts'
import { now } from '../../platform/runtime/time.ts'
import { retryOnConflict } from '../../platform/table/conflict.ts'
import type { Operation } from '../../platform/table/operation.ts'
import { transact } from '../../platform/table/table.ts'
import { jobs, type JobKind, type StoredJob } from './job.ts'
import { findOpenJobs, toOpen } from './open-jobs.ts'

export const tooManyJobs = problem('jobs.too_many', 429, {
  wording: (limit: number) => ({
    detail:
      `The maximum number of running jobs for one person is ${limit} (LIMIT_JOBS); wait until a job has ended, ` +
      'or cancel one.',
    retryAfter: 60,
  }),
  docs: problemDocs({
    meaning: 'The person has reached the limit of running jobs: wait for `Retry-After`, or cancel a job.',
    example: [3],
  }),
})

interface NewJob {
  kind: JobKind
  /** ID of the person who starts the job. */
  user_id: string
  input: Record<string, unknown>
  /** Initial state; removed when the job ends. */
  state?: Record<string, unknown>
}

/**
 * Returns a new job of a person, and the writes that start it, to be sent together with further writes. They conflict
 * if the person has started another job since. Throws 429 if the person has reached the limit. `reading` may pass their
 * open jobs if they are already being loaded.
 */
export const toStartJob = async (
  fields: NewJob,
  reading = findOpenJobs(fields.user_id),
): Promise<{ job: StoredJob; operations: Operation[] }> => {
  const open = await reading
  const limit = environment.limitOf('JOBS', 3)
  if (limit > 0 && open.jobs.length >= limit) throw tooManyJobs(limit)
  const job = jobs.make({ ...fields, owner: fields.user_id })
  return { job, operations: [jobs.toCreate(job), toOpen(open, job)] }
}

interface SystemJob {
  kind: JobKind
  /** Subject of the job: jobs of one kind with the same subject run one after the other. */
  about: string
  /** Cause of the job, equal for a repeated event, and the time of that event. */
  cause: string
  at: string
  input: Record<string, unknown>
  /** Initial state; removed when the job ends. */
  state?: Record<string, unknown>
  /** True if a queued job with the same subject covers this one: it loads its work when it begins. */
  joinsQueued?: boolean
}

const isQueued = async (id: string | undefined) =>
  id !== undefined && (await jobs.find({ id }))?.status === 'queued'

/** Starts a job of the service itself, once for each cause. */
export const startSystemJob = ({ about, cause, at, joinsQueued, ...fields }: SystemJob): Promise<void> =>
  retryOnConflict(async () => {
    const id = derivedId(Date.parse(at), `${fields.kind}#${cause}`)
    const owner = `${fields.kind}#${about}`
    const [present, open] = await Promise.all([jobs.find({ id }), findOpenJobs(owner)])
    if (present || (joinsQueued && (await isQueued(open.jobs.at(-1)?.id)))) return
    const job = jobs.make({ ...fields, id, owner, user_id: null, created_at: now() })
    await transact([jobs.toCreate(job), toOpen(open, job)])
  })
