import { problemDocs } from '#docs'
import type { Actor } from '../../platform/identity/actor.ts'
import { newId } from '../../platform/runtime/id.ts'
import { problem } from '../../platform/runtime/problem.ts'
import { retryOnConflict } from '../../platform/table/conflict.ts'
import { transact } from '../../platform/table/table.ts'
import { requireCourseEdit } from '../course/access.ts'
import { toCountCourses } from '../course/category/category-counts.ts'
import { courses, isSourceCurrent, type StoredCourse } from '../course/course.ts'
import { CourseSource } from '../course/parts.ts'
import type { StoredFile } from '../../files/file/file.ts'
import { authorships } from '../course/authorship.ts'
import { copiedCategory } from '../course/category/category-copy.ts'
import { findCourse } from '../course/visible-courses.ts'
import { findSourceLock, toLockSource } from './source-lock.ts'
import { reserveGeneration } from './generation-quota.ts'
import { queuedGeneration } from './generation.ts'

const makeRun = (
  { id, name }: Actor,
  is_title_open: boolean,
  returns_to: StoredCourse['status'] | null = null,
) => ({
  id: newId(),
  asked_by: { id, name },
  is_title_open,
  returns_to,
})

type GenerationRequest = Pick<StoredCourse, 'category_id' | 'language' | 'source'> & {
  /** Title of the course; if absent, the title of its first source until the title of the document is known. */
  title?: string | undefined
  files: StoredCourse['files']
}

/** Returns the source of a course that is generated from one file. */
export const fileSource = (file: Pick<StoredFile, 'id' | 'name'>): StoredCourse['source'] =>
  CourseSource.parse({ type: 'file', file_id: file.id, file_name: file.name })

const withoutExtension = (file_name: string) => file_name.replace(/(?<=.)\.[^.]+$/, '').trim() || file_name

/** Returns the provisional title of a course: the title of its first source, or the name of its file. */
const provisionalTitle = ({ sources: [first], file_name }: StoredCourse['source']): string =>
  first && first.type !== 'file' ? first.title : withoutExtension(first?.title ?? file_name ?? '')

/**
 * Creates a course to be generated from its sources. If a course of the same person and sources is already generating,
 * returns that course. Throws 422 if the category does not exist, 429 if the caller has reached the limit of generating
 * courses.
 */
export const startGeneration = (
  author: Actor,
  { title, ...fields }: GenerationRequest,
): Promise<StoredCourse> =>
  retryOnConflict(async () => {
    const [{ hold, course: present }, category] = await Promise.all([
      findSourceLock(author.id, fields.source),
      copiedCategory(fields.category_id),
    ])
    if (present) return present
    const toTakeSlot = await reserveGeneration(author.id)
    const course = courses.make({
      ...fields,
      ...category,
      title: title ?? provisionalTitle(fields.source),
      author,
      status: 'generating',
      generation: queuedGeneration(),
      run: makeRun(author, title === undefined),
    })
    await transact([
      courses.toCreate(course),
      authorships.toCreate({ user_id: author.id, course_id: course.id }),
      toLockSource(hold, course),
      ...toTakeSlot(course),
      ...toCountCourses(undefined, course),
    ])
    return course
  })

export const fileGenerating = problem(
  'lms.file_generating',
  409,
  'Another course is being generated from the same source.',
)

export const courseNotFailed = problem('lms.course_not_failed', 409, {
  wording: (status: StoredCourse['status']) =>
    'A course can be generated again only if its generation has failed or its file has a newer version; ' +
    `the status of this course is "${status}".`,
  docs: problemDocs({
    meaning: 'The generation of the course has not failed, and its file has no newer version.',
    example: ['published'],
  }),
})

/** Throws 409 unless the course has failed, or is complete and its file has a newer version. */
const requireRemakable = (course: StoredCourse): void => {
  const { status, source } = course
  if (status === 'failed' || (status !== 'generating' && source.type === 'file' && !isSourceCurrent(course)))
    return
  throw courseNotFailed(status)
}

/**
 * Generates a course again that has failed or whose file has a newer version; readers keep seeing its former status,
 * and manually edited lessons stay. Throws 403, 409 in another status or while the same person generates another course
 * from the file, 429 at the limit of generating courses.
 */
export const restartGeneration = (actor: Actor, id: string): Promise<StoredCourse> =>
  retryOnConflict(async () => {
    const { course } = await findCourse(actor, id)
    requireCourseEdit(actor, course)
    requireRemakable(course)
    const { hold, course: present } = await findSourceLock(actor.id, course.source)
    if (present) throw fileGenerating()
    const toTakeSlot = await reserveGeneration(actor.id)
    const isTitleOpen = course.run?.is_title_open === true && course.title === provisionalTitle(course.source)
    const hasFailed = course.status === 'failed'
    const update = courses.toUpdate(course, {
      status: 'generating',
      generation: queuedGeneration(),
      run: makeRun(actor, isTitleOpen && hasFailed, hasFailed ? null : course.status),
    })
    await transact([
      update,
      toLockSource(hold, update.thing),
      ...toTakeSlot(update.thing),
      ...toCountCourses(course, update.thing),
    ])
    return update.thing
  })
