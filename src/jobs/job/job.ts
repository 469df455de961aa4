import { docs } from '#docs'
import {
  answeredUrl,
  answeredText,
  answeredId,
  timestamp,
  answeredSentence,
  answeredCount,
  optionalTime,
} from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { entity, type ThingOf } from '../../platform/table/entity.ts'

export const jobType = 'job'

/** Kinds of jobs; each kind has a queue (queues.ts), and a worker in the area that implements it. */
const JobKind = z.enum(['erasure', 'rename', 'address_expiry', 'undo'])
export type JobKind = z.output<typeof JobKind>

export const JobStatus = z
  .enum(['queued', 'running', 'completed', 'failed', 'cancelled'])
  .meta(docs('Status. If a person has several jobs of one kind, one job runs and the others are queued.'))

const JobResult = z.object({
  url: answeredUrl.meta(docs('URL of the result.')),
  report_url: answeredUrl.nullable().meta(docs('URL of the report; null if there is none.')),
})

export const Job = z.described(docs('A background job.', { id: 'Job' }), {
  id: answeredId.meta(docs('ID of the job.')),
  kind: answeredText(100).meta(docs('Kind of the job; more may be added.', { examples: ['erasure'] })),
  status: JobStatus.default('queued'),
  progress: z.int().min(0).max(100).default(0).meta(docs('Progress in percent.')),
  stage: z.orNull(answeredText(100)).meta(docs('Current step; null if the job is not running.')),
  counts: z
    .record(z.string(), answeredCount)
    .default({})
    .meta(docs('Number of items processed so far, by type.', { examples: [{ removed: 12 }] })),
  result: z.orNull(JobResult).meta(docs('Files created by the job; null if there are none.')),
  report: z
    .orNull(z.record(z.string(), z.unknown()))
    .meta(
      docs(
        'Details of the work done, in a format of the kind of job; null if they are in a file, and in lists.',
      ),
    ),
  error: z
    .orNull(answeredSentence)
    .meta(docs('Reason why the job failed or was cancelled, in one sentence.')),
  created_at: timestamp.meta(docs('Time at which the job was started. Kept for 30 days.')),
  finished_at: optionalTime.meta(docs('Time at which the job ended; null until then.')),
})

/** Retention of a job in milliseconds: 30 days. */
const retentionMilliseconds = 30 * 86_400_000

const jobExpiry = ({ created_at }: { created_at: string }) => Date.parse(created_at) + retentionMilliseconds

interface Place {
  user_id: string | null
}

/**
 * A job. `user_id` is the person who started it, null for the service; such a job is in nobody's list. Jobs of one kind
 * and `owner` (the starter or the subject) run one after the other. `input` is its task and `state` its position, both
 * in the form of its worker. It pauses until `resumes_at`.
 */
export const jobs = entity({
  name: 'jobs.job',
  schema: Job.extend({
    kind: JobKind,
    user_id: z.string().nullable(),
    owner: z.string(),
    input: z.record(z.string(), z.unknown()),
    state: z.record(z.string(), z.unknown()).default({}),
    resumes_at: optionalTime,
    version: z.int(),
  }),
  key: ({ id }: { id: string }) => ({ pk: `job#${id}`, sk: 'job' }),
  lists: {
    ofUser: {
      index: 'gsi1',
      partition: ({ user_id }: Place) => (user_id === null ? null : `jobs#${user_id}`),
      sort: ({ id }) => id,
      order: 'descending',
    },
    all: {
      index: 'gsi2',
      partition: ({ user_id }: Place) => (user_id === null ? null : 'jobs'),
      shared: true,
      sort: ({ id }) => id,
      order: 'descending',
    },
  },
  detail: ['input', 'state', 'resumes_at', 'report'],
  expires: (job) => Math.floor(jobExpiry(job) / 1000),
})

export type StoredJob = ThingOf<typeof jobs>

/** Returns true if the job has ended, regardless of its outcome. */
export const isEnded = ({ finished_at }: Pick<StoredJob, 'finished_at'>): boolean => finished_at !== null

/** Returns true if the job has expired, whether or not it has been removed. */
export const isJobExpired = (job: Pick<StoredJob, 'created_at'>): boolean => jobExpiry(job) <= Date.now()
