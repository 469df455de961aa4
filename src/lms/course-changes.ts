import { isDeepStrictEqual } from 'node:util'
import type { Actor } from '../platform/identity/actor.ts'
import { conflict, invalid } from '../platform/runtime/problem.ts'
import { ignoreConflict, retryOnConflict } from '../platform/table/conflict.ts'
import { transact } from '../platform/table/table.ts'
import { readTexts, completeTexts, type FoundTexts } from '../platform/table/large-text.ts'
import { now } from '../platform/runtime/time.ts'
import type { Changes, IfMatch } from '../platform/table/changes.ts'
import { requireEdit, requireSettled } from './access.ts'
import { toCountCourses } from './category-counts.ts'
import type { ChapterInput } from './chapter.ts'
import {
  emptyContents,
  lessonsOf,
  coursePartition,
  lessonText,
  withChapters,
  type Contents,
} from './contents.ts'
import { courseResponse } from './course-response.ts'
import { toSyncDates } from './course-dates.ts'
import { authorships, courses, type CourseStatus, type StoredCourse } from './course.ts'
import { swapContents, storedContents } from './contents-swap.ts'
import { findCourse } from './course-access.ts'
import { loadCourse } from './loaded-course.ts'

/**
 * Where a course may go from each status by its author; what is made out of a file goes its own way
 * (generation.ts).
 */
const transitions: Record<CourseStatus, readonly CourseStatus[]> = {
  draft: ['published'],
  published: ['draft', 'archived'],
  archived: ['published'],
  generating: [],
  failed: [],
}

const requireTransition = (from: CourseStatus, to: CourseStatus) => {
  if (from !== to && !transitions[from].includes(to))
    throw conflict(
      'lms.course_transition',
      `A course that is ${from} cannot become ${to}; it can ` +
        `become ${transitions[from].join(' or ') || 'nothing else'}.`,
    )
}

const requireDates = ({ start_at, end_at }: Pick<StoredCourse, 'start_at' | 'end_at'>) => {
  if (start_at !== null && end_at !== null && end_at < start_at)
    throw invalid('end_at', 'must not be before "start_at"')
}

type NewCourse = Pick<StoredCourse, 'title' | 'status' | 'start_at' | 'end_at'> &
  Partial<StoredCourse> & { description: string | null; chapters: ChapterInput[] }

/** Makes a course; throws 422 for a category that is none. */
export const addCourse = async (author: Actor, { chapters, description, ...fields }: NewCourse) => {
  requireDates(fields)
  const made = courses.make({ ...fields, author })
  const draft = withChapters({ ...emptyContents, description }, chapters)
  const { fields: follow, writes } = storedContents(made.id, draft)
  const publication = made.status === 'published' ? { version: 1, by: author, at: made.created_at } : null
  const course = courses.make({ ...made, ...follow, publication })
  const changes = [
    courses.toCreate(course),
    authorships.toCreate({ user_id: author.id, course_id: course.id }),
    ...toCountCourses(undefined, course),
    ...toSyncDates(undefined, course),
  ]
  await swapContents(writes, changes, true)
  return courseResponse({ course, enrollment: undefined, contents: draft.contents, known: draft.texts })
}

const sameLessons = (a: Contents, b: Contents) => {
  const ids = (contents: Contents) =>
    lessonsOf(contents)
      .map(({ id }) => id)
      .join()
  return ids(a) === ids(b)
}

/** The changes of a course that others follow from: who published it, and since when it has these lessons. */
const withDerivedFields = (
  actor: Pick<Actor, 'id' | 'name'>,
  before: StoredCourse,
  changes: Changes<StoredCourse>,
  isSameOutline: boolean,
) => {
  const version = before.version + 1
  const isPublished = changes.status === 'published' && before.status !== 'published'
  const by = { id: actor.id, name: actor.name }
  return {
    ...changes,
    ...(isPublished && { publication: { version, by, at: now() } }),
    ...(!isSameOutline && { outline_revision: version }),
  }
}

type CourseChanges = Changes<StoredCourse> & {
  description?: string | null | undefined
  chapters?: ChapterInput[] | undefined
}

/** The texts that stand where others are sent, by name; those that were not found beside the course are read. */
const currentTexts = async (
  course: StoredCourse,
  contents: Contents,
  chapters: ChapterInput[],
  found: FoundTexts,
) => {
  const sent = chapters.flatMap(({ lessons }) =>
    lessons.flatMap(({ id, content }) => (typeof content === 'string' ? [id] : [])),
  )
  const places = lessonsOf(contents).flatMap((lesson) =>
    sent.includes(lesson.id) ? (lessonText(lesson) ?? []) : [],
  )
  const whole = completeTexts(found, places)
  const missing = places.filter(({ name }) => !whole.has(name))
  return new Map([...whole, ...(await readTexts(coursePartition(course), missing))])
}

/** Changes a course; throws 403 for others than author and admin, 412, 409 while generating, 422. */
export const changeCourse = async (
  actor: Actor,
  id: string,
  { chapters, description, ...fields }: CourseChanges,
  ifMatch: IfMatch,
) => {
  const changed = await retryOnConflict(async () => {
    const { course, enrollment, contents, found } = await loadCourse(actor, id, [''])
    requireEdit(actor, course)
    courses.toUpdate(course, {}, ifMatch)
    requireSettled(course)
    if (fields.status) requireTransition(course.status, fields.status)
    requireDates({
      start_at: fields.start_at === undefined ? course.start_at : fields.start_at,
      end_at: fields.end_at === undefined ? course.end_at : fields.end_at,
    })

    const described = description === undefined ? contents : { ...contents, description }
    const draft = chapters
      ? withChapters(described, chapters, await currentTexts(course, contents, chapters, found))
      : { contents: described, texts: new Map<string, string>() }
    const isRewritten = !isDeepStrictEqual(draft.contents, contents)
    const { fields: follow, writes } = isRewritten ? storedContents(id, draft) : { fields: {}, writes: [] }
    const changes = withDerivedFields(
      actor,
      course,
      { ...fields, ...follow },
      sameLessons(contents, draft.contents),
    )
    const update = courses.toUpdate(course, changes, ifMatch)
    if (update.isSame) return { course, enrollment, contents, found, known: draft.texts }
    await swapContents(writes, [
      update,
      ...toCountCourses(course, update.thing),
      ...toSyncDates(course, update.thing),
    ])
    return { course: update.thing, enrollment, contents: draft.contents, found, known: draft.texts }
  })
  const answer = await ignoreConflict(() => courseResponse(changed))
  return answer ?? retryOnConflict(async () => courseResponse(await loadCourse(actor, id, [''])))
}

/** Removes a course; what lies with it is swept behind it. Throws 403, 412, 409 while generating. */
export const removeCourse = (actor: Actor, id: string, ifMatch: IfMatch) =>
  retryOnConflict(async () => {
    const { course } = await findCourse(actor, id)
    requireEdit(actor, course)
    const removal = courses.toRemoveRead(course, [], ifMatch)
    requireSettled(course)
    await transact([
      removal,
      authorships.toRemove({ user_id: course.author.id, course_id: id }),
      ...toCountCourses(course, undefined),
    ])
  })
