import * as z from '../platform/schema/schema.ts'
import type { Actor } from '../platform/identity/actor.ts'
import { entity } from '../platform/table/entity.ts'
import { newId } from '../platform/runtime/id.ts'
import { conflict } from '../platform/runtime/problem.ts'
import { retryOnConflict } from '../platform/table/conflict.ts'
import { transact, writeBatch, writeItem, type Item, type Operation } from '../platform/table/table.ts'
import { now } from '../platform/runtime/time.ts'
import type { Changes } from '../platform/table/changes.ts'
import { users } from '../platform/identity/user.ts'
import { requireEdit } from './access.ts'
import { loadContents, generatedDraft, type GeneratedChapter } from './contents.ts'
import { toSyncDates } from './course-dates.ts'
import { toCountCourses } from './category-counts.ts'
import { authorships, courses, type StoredCourse } from './course.ts'
import { storedContents } from './contents-swap.ts'
import type { Run } from './queues.ts'
import { findCourse } from './course-access.ts'

/** What a course is called while nothing better is known: the name of its file without the extension. */
const titleOf = (file_name: string): string => file_name.replace(/(?<=.)\.[^.]+$/, '').trim() || file_name

/** Holds a file for the course that is being made out of it for somebody. */
const holds = entity({
  name: 'lms.generating',
  isInternal: true,
  schema: z.object({ user_id: z.string(), file_id: z.string(), course_id: z.string() }),
  key: ({ user_id, file_id }: { user_id: string; file_id: string }) => ({
    pk: users.keyOf({ id: user_id }).pk,
    sk: `generating#${file_id}`,
  }),
})

const holdOf = ({ run, source }: StoredCourse) => ({
  user_id: run?.asked_by.id ?? '',
  file_id: source.file_id ?? '',
})

const queuedGeneration = () =>
  ({ status: 'queued', progress: 0, started_at: null, finished_at: null, stage: null, error: null }) as const

const makeRun = ({ id, name }: Actor, is_title_open: boolean) => ({
  id: newId(),
  asked_by: { id, name },
  is_title_open,
})

/** Who holds a file, and their course while that is generating. */
const findHold = async (user_id: string, file_id: string) => {
  const hold = await holds.find({ user_id, file_id })
  const course = hold && (await courses.find({ id: hold.course_id }))
  return { hold, course: course?.status === 'generating' ? course : undefined }
}

const toHoldFile = (hold: object | undefined, course: StoredCourse): Operation => {
  const held = { ...holdOf(course), course_id: course.id }
  return hold ? holds.toPut(held) : holds.toCreate(held)
}

type GenerationRequest = Pick<StoredCourse, 'category_id' | 'language'> & {
  /** That of the document when it is absent, and until then the name of the file. */
  title?: string | undefined
  file: { id: string; name: string }
}

/**
 * Makes a course that is to be made out of a file. While one of the same person and file is generating, gives that one
 * and makes none. Throws 422 for a category that is none.
 */
export const startGeneration = (
  author: Actor,
  { file, title, ...fields }: GenerationRequest,
): Promise<{ course: StoredCourse; isNew: boolean }> =>
  retryOnConflict(async () => {
    const { hold, course: present } = await findHold(author.id, file.id)
    if (present) return { course: present, isNew: false }
    const course = courses.make({
      ...fields,
      title: title ?? titleOf(file.name),
      author,
      status: 'generating',
      files: [file],
      source: { type: 'file', file_id: file.id, file_name: file.name },
      generation: queuedGeneration(),
      run: makeRun(author, title === undefined),
    })
    await transact([
      courses.toCreate(course),
      authorships.toCreate({ user_id: author.id, course_id: course.id }),
      toHoldFile(hold, course),
      ...toCountCourses(undefined, course),
    ])
    return { course, isNew: true }
  })

/**
 * Makes a course that has failed anew; throws 403, 409 in another state or while one is made of the same
 * person and file.
 */
export const restartGeneration = (actor: Actor, id: string): Promise<StoredCourse> =>
  retryOnConflict(async () => {
    const { course } = await findCourse(actor, id)
    requireEdit(actor, course)
    if (course.status !== 'failed')
      throw conflict(
        'lms.course_not_failed',
        `Only a failed course can be generated again; this one is ${course.status}.`,
      )
    const { hold, course: present } = await findHold(actor.id, course.source.file_id as string)
    if (present) throw conflict('lms.file_generating', 'Another course is being generated from this file.')
    const isTitleOpen =
      course.run?.is_title_open === true && course.title === titleOf(course.source.file_name ?? '')
    const update = courses.toUpdate(course, {
      status: 'generating',
      generation: queuedGeneration(),
      run: makeRun(actor, isTitleOpen),
    })
    await transact([update, toHoldFile(hold, update.thing)])
    return update.thing
  })

/** The run that a change of a course has begun: what the worker is to be told. */
export const startedRun = (
  before: StoredCourse | undefined,
  after: StoredCourse | undefined,
): Run | undefined =>
  after?.status === 'generating' && after.run && after.run.id !== before?.run?.id
    ? { course_id: after.id, run_id: after.run.id }
    : undefined

/** The course while this is its run; undefined when the run is over. */
export const runningCourse = async ({ course_id, run_id }: Run): Promise<StoredCourse | undefined> => {
  const course = await courses.find({ id: course_id })
  return course?.status === 'generating' && course.run?.id === run_id ? course : undefined
}

/** Changes the course of a run that is not over; tells whether it was not. */
const modifyRunning = (run: Run, change: (course: StoredCourse) => Promise<void>): Promise<boolean> =>
  retryOnConflict(async () => {
    const course = await runningCourse(run)
    if (course) await change(course)
    return course !== undefined
  })

const generationOf = ({ generation }: StoredCourse) => ({ ...queuedGeneration(), ...generation })

/** Says how far a run has come, in percent; never less than before. False when the run is over. */
export const reportProgress = (run: Run, stage: string, progress: number): Promise<boolean> =>
  modifyRunning(run, async (course) => {
    const before = generationOf(course)
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
  const hold = await holds.find(holdOf(course))
  const update = courses.toUpdate(course, changes)
  const released = hold?.course_id === course.id ? [holds.toRemove(hold)] : []
  await transact([update, ...released, ...toSyncDates(course, update.thing)])
}

/** Ends a run that cannot succeed, with one sentence that says why. False when it was over before. */
export const failGeneration = (run: Run, reason: string): Promise<boolean> =>
  modifyRunning(run, (course) => {
    const generation = {
      ...generationOf(course),
      status: 'failed' as const,
      error: reason,
      finished_at: now(),
    }
    return endRun(course, { status: 'failed', generation })
  })

/** What was made of a file; a description that the author has given before stays. */
export interface GeneratedCourse extends Partial<
  Pick<StoredCourse, 'title' | 'short_description' | 'language' | 'tags' | 'estimated_minutes' | 'files'>
> {
  chapters: GeneratedChapter[]
}

const itemsOf = (writes: Operation[]) => writes.map(({ write }) => write.Put?.Item as Item)

/**
 * Ends a run with what was made: the texts are stored first, and the course points to all of them at once, as a draft.
 * False when the run was over before; then nothing of it stays.
 */
export const finishGeneration = async (
  run: Run,
  { chapters, ...fields }: GeneratedCourse,
): Promise<boolean> => {
  const course = await runningCourse(run)
  if (!course) return false
  const { description } = await loadContents(course)
  const draft = generatedDraft(chapters, description)
  const { fields: follow, writes } = storedContents(run.course_id, draft)
  await writeBatch(itemsOf(writes), [])
  const isDone = await modifyRunning(run, (course) => {
    const time = now()
    const before = generationOf(course)
    const generation = {
      ...before,
      status: 'completed' as const,
      progress: 100,
      stage: null,
      started_at: before.started_at ?? time,
      finished_at: time,
    }
    const outline_revision = course.version + 1
    return endRun(course, { ...fields, ...follow, outline_revision, status: 'draft', generation })
  })
  if (!isDone) await writeBatch([], itemsOf(writes))
  return isDone
}
