import { canSeeJob } from '../jobs/job/access.ts'
import { toStartJob } from '../jobs/job/job-start.ts'
import { jobs, type StoredJob } from '../jobs/job/job.ts'
import type { Actor } from '../platform/identity/actor.ts'
import { invalid } from '../platform/runtime/problem.ts'
import type * as z from '../platform/schema/schema.ts'
import { retryOnConflict } from '../platform/table/conflict.ts'
import { transact } from '../platform/table/table.ts'
import type { UndoJobInput } from './source-history.ts'

type Input = z.input<typeof UndoJobInput>

/** Returns the person who started a job; throws 422 if the caller may not see it. */
const findJobStarter = async (actor: Actor, id: string): Promise<string> => {
  const job = await jobs.find({ id })
  if (!job || job.user_id === null || !canSeeJob(actor, job))
    throw invalid('job_id', 'must be the ID of a job')
  return job.user_id
}

/** Starts the job that undoes the changes by a token of this person, or by a job; throws 422 and 429. */
export const startUndoJob = async (actor: Actor, input: Input): Promise<StoredJob> => {
  const { token_id, job_id } = input
  if ((token_id === undefined) === (job_id === undefined))
    throw invalid('token_id', 'or "job_id" is required, but not both')
  const user_id = job_id === undefined ? input.user_id : await findJobStarter(actor, job_id)
  return retryOnConflict(async () => {
    const fields = { kind: 'undo', user_id: actor.id, input: { ...input, user_id } } as const
    const { job, operations } = await toStartJob(fields)
    await transact(operations)
    return job
  })
}
