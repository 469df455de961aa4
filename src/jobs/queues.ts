import { messageKind, type MessageKind } from '../platform/events/message-kind.ts'
import * as z from '../platform/schema/schema.ts'
import type { JobKind } from './job/job.ts'

/** A job that is to be begun, or gone on with. */
const JobRef = z.object({ job_id: z.string() })

/** Where jobs run: most look through the whole table, others run endpoints for a person. */
export type JobQueue = 'jobs' | 'replies'

const renames = messageKind('rename-jobs', 'jobs', JobRef)

/** What the worker of each kind of jobs is sent: a kind has a worker of its own, or that of another kind. */
export const jobMessages: Record<JobKind, MessageKind<JobQueue, typeof JobRef>> = {
  erasure: messageKind('erasure-jobs', 'jobs', JobRef),
  rename: renames,
  // which reads and writes the table as renames do
  address_expiry: renames,
  undo: messageKind('undo-jobs', 'replies', JobRef),
}
