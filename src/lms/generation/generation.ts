import { retryOnConflict } from '../../platform/table/conflict.ts'
import { removeBatch, writeBatch } from '../../platform/table/batch/batch-write.ts'
import { transact, writeItem } from '../../platform/table/table.ts'
import { putItems } from '../../platform/table/operation.ts'
import { now } from '../../platform/runtime/time.ts'
import type { Changes } from '../../platform/table/changes.ts'
import { loadContents } from '../course/contents/contents.ts'
import { generatedDraft, type GeneratedChapter, storedContents } from '../course/contents/draft.ts'
import { toSyncCourse } from '../course/derived-rows.ts'
import { courses, type StoredCourse } from '../course/course.ts'
import { sourceLockKey, sourceLocks } from './source-lock.ts'
import { keepEdited } from './kept-lessons.ts'
import type { Run } from '../queues.ts'
import type { UnreadableReason } from '../../documents/unreadable-file.ts'
import { collectCourseFiles, ownFiles } from '../course/contents/files.ts'

export const queuedGeneration = () =>
  ({ status: 'queued', progress: 0, started_at: null, finished_at: null, stage: null, error: null }) as const

/** A course that is being generated. */
export type RunningCourse = StoredCourse & { run: NonNullable<StoredCourse['run']> }

const isRunning = (course: StoredCourse | undefined): course is RunningCourse =>
  course?.status === 'generating' && course.run !== null

/** Returns the run that a change of a course has started; the worker receives it in a message. */
export const startedRun = (
  before: StoredCourse | undefined,
  after: StoredCourse | undefined,
): Run | undefined =>
  isRunning(after) && after.run.id !== before?.run?.id
    ? { course_id: after.id, run_id: after.run.id }
    : undefined

/** Returns the course while this is its active run; undefined if the run has ended. */
export const runningCourse = async ({ course_id, run_id }: Run): Promise<RunningCourse | undefined> => {
  const course = await courses.find({ id: course_id })
  return isRunning(course) && course.run.id === run_id ? course : undefined
}

/** Changes the course of an active run; returns false if the run has ended. */
const modifyRunning = (run: Run, change: (course: RunningCourse) => Promise<void>): Promise<boolean> =>
  retryOnConflict(async () => {
    const course = await runningCourse(run)
    if (course) await change(course)
    return course !== undefined
  })

const currentGeneration = ({ generation }: StoredCourse) => ({ ...queuedGeneration(), ...generation })

/** Reports the progress of a run in percent; the progress never decreases. Returns false if the run has ended. */
export const reportProgress = (run: Run, stage: string, progress: number): Promise<boolean> =>
  modifyRunning(run, async (course) => {
    const before = currentGeneration(course)
    const generation = {
      ...before,
      status: 'running' as const,
      stage,
      progress: Math.max(before.progress, Math.min(99, Math.round(progress))),
      started_at: before.started_at ?? now(),
    }
    await writeItem(courses.toUpdate(course, { generation }))
  })

const endRun = async (course: StoredCourse, changes: Changes<StoredCourse>) => {
  const hold = await sourceLocks.find(sourceLockKey(course))
  const update = courses.toUpdate(course, changes)
  const released = hold?.course_id === course.id ? [sourceLocks.toRemove(hold)] : []
  await transact([update, ...released, ...toSyncCourse(course, update.thing)])
}

/** Failure of a run: a code for localized notifications, and a sentence in English. */
export interface GenerationFailure {
  reason: UnreadableReason | 'storage_full' | 'given_up'
  message: string
}

/** Ends a run that cannot succeed. Returns false if the run had ended before. */
export const failGeneration = (run: Run, { reason, message }: GenerationFailure): Promise<boolean> =>
  modifyRunning(run, (course) => {
    const generation = {
      ...currentGeneration(course),
      status: 'failed' as const,
      error: message,
      finished_at: now(),
    }
    return endRun(course, { status: course.run.returns_to ?? 'failed', generation, failure: reason })
  })

/**
 * Result of a generation. An existing description by the author stays, and so do manually edited lessons of a course
 * that is generated again.
 */
type GeneratedCourse = Changes<StoredCourse> & { chapters: GeneratedChapter[] }

/**
 * Ends a run with its result: stores the texts first, then makes the course, as a draft or in its former status, refer
 * to all of them at once. Returns false if the run had ended before, and then removes the texts.
 */
export const finishGeneration = async (
  run: Run,
  { chapters, ...fields }: GeneratedCourse,
): Promise<boolean> => {
  const course = await runningCourse(run)
  if (!course) return false
  const before = await loadContents(course)
  const made = keepEdited(before, generatedDraft(chapters, before.description))
  const draft = { ...made, contents: { ...made.contents, file_ids: before.file_ids } }
  const { fields: follow, writes } = storedContents(course, before, draft)
  await writeBatch(putItems(writes), [])
  const isDone = await modifyRunning(run, (course) => {
    const time = now()
    const known = currentGeneration(course)
    const generation = {
      ...known,
      status: 'completed' as const,
      progress: 100,
      stage: null,
      started_at: known.started_at ?? time,
      finished_at: time,
    }
    const outline_revision = course.version + 1
    const status = course.run.returns_to ?? 'draft'
    const files = collectCourseFiles(fields.files ?? ownFiles(course), draft.contents, course.files)
    return endRun(course, { ...fields, ...follow, ...files, outline_revision, status, generation })
  })
  if (!isDone) await removeBatch(putItems(writes))
  return isDone
}
