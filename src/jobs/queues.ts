import { queue, type Queue } from '../platform/events/queue.ts'
import * as z from '../platform/schema/schema.ts'
import type { JobKind } from './job/job.ts'

/** A job that is to be begun, or gone on with. */
const JobRef = z.object({ job_id: z.string() })

const renames = queue('rename-jobs', JobRef)

/** The queue of each kind of jobs: a kind has workers, and rights, of its own, or those of another kind. */
export const jobQueues: Record<JobKind, Queue<string, typeof JobRef>> = {
  erasure: queue('erasure-jobs', JobRef),
  rename: renames,
  // which reads and writes the table as renames do
  address_expiry: renames,
}
