import { jobWorker, type JobStep } from '../../jobs/job-worker.ts'
import { jobType, type StoredJob } from '../../jobs/job/job.ts'
import { maxChanges } from '../../platform/history/thing-change.ts'
import { findPrincipal, type FoundPrincipal } from '../../platform/identity/principals.ts'
import * as z from '../../platform/schema/schema.ts'
import type { UndoResult } from '../result.ts'
import { findChangesBy, isRecorded, UndoJobInput } from '../source-history.ts'
import { undoAll } from '../undo.ts'

/** Number of changes undone per step, which takes some seconds. */
const atOnce = 10

/** Time limit of a dry run, in milliseconds: it processes all changes together, since each builds on the next. */
const dryRunMilliseconds = 240_000

/** Delay between checks of the history, in seconds. */
const pauseSeconds = 5

/** Maximum size of each list in a report, in bytes: the item of the job contains it. */
const maxListBytes = 80_000

const State = z.object({ cursor: z.orNull(z.string()) })

const truncateList = <T>(all: T[]): T[] => {
  let bytes = 0
  const end = all.findIndex((one) => (bytes += Buffer.byteLength(JSON.stringify(one))) > maxListBytes)
  return end < 0 ? all : all.slice(0, end)
}

/** Returns the report extended by the outcome of another step. */
const reportWith = (report: StoredJob['report'], { undone, left, changes, audience }: UndoResult) => {
  const before = { undone: [], left: [], changes: [], ...(report as Partial<UndoResult> | null) }
  return {
    undone: truncateList([...before.undone, ...undone]),
    left: truncateList([...before.left, ...left]),
    changes: truncateList([...before.changes, ...changes]),
    audience,
  }
}

const undoStep = async (job: StoredJob, actor: FoundPrincipal, until: number): Promise<JobStep> => {
  const { dry_run, ...source } = UndoJobInput.parse(job.input)
  const page = { ...State.parse(job.state), limit: dry_run ? maxChanges : atOnce }
  const { entries, cursor } = await findChangesBy(source, job.created_at, page)
  const request = { actor, job_id: job.id, body: { dry_run }, header: () => undefined, address: '' }
  const result = await undoAll(request, entries, dry_run ? Date.now() + dryRunMilliseconds : until)
  const { undone = 0, left = 0 } = job.counts
  return {
    isDone: dry_run || cursor === null,
    state: { cursor },
    stage: 'Undoing changes',
    counts: { undone: undone + result.undone.length, left: left + result.left.length },
    report: { ...reportWith(job.report, result), truncated: dry_run && cursor !== null },
  }
}

/** Undoes the changes by a token or a job, newest first, with the permissions of the person who started the job. */
export const undoChanges = jobWorker('undo', async (job, until) => {
  if (!(await isRecorded(jobType, job.id)))
    return { isDone: false, stage: 'Waiting for the history', delaySeconds: pauseSeconds }
  const actor = await findPrincipal(job.user_id as string)
  return actor ? undoStep(job, actor, until) : { isDone: true }
})
