import { messageKind, type MessageKind } from '../platform/events/message-kind.ts'
import * as z from '../platform/schema/schema.ts'
import type { JobKind } from './job/job.ts'

/** A job to start or to continue. */
const JobRef = z.object({ job_id: z.string() })

/** Queues in which jobs run: most scan the whole table, others run endpoints on behalf of a person. */
export type JobQueue = 'jobs' | 'replies'

const renames = messageKind('rename-jobs', 'jobs', JobRef)

/** Message kind of each kind of jobs: a kind has a worker of its own, or shares that of another kind. */
export const jobMessages: Record<JobKind, MessageKind<JobQueue, typeof JobRef>> = {
  erasure: messageKind('erasure-jobs', 'jobs', JobRef),
  rename: renames,
  // needs the same table permissions as renames
  address_expiry: renames,
  undo: messageKind('undo-jobs', 'replies', JobRef),
}
