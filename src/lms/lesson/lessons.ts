import { problemDocs } from '#docs'
import { isDeepStrictEqual } from 'node:util'
import type * as z from '../../platform/schema/schema.ts'
import type { Actor } from '../../platform/identity/actor.ts'
import { requireFixed } from '../../platform/schema/update-fields.ts'
import { problem } from '../../platform/runtime/problem.ts'
import { retryOnConflict } from '../../platform/table/conflict.ts'
import { changedFields, type Changes, type IfMatch } from '../../platform/table/changes.ts'
import { requireCourseEdit, requireSettled } from '../course/access.ts'
import { lessonUrl, mapLessons, type StoredLesson } from '../chapter/chapter.ts'
import type { OneLessonInput } from '../chapter/one-lesson.ts'
import {
  contentsPrefix,
  loadContentByLesson,
  lessonPrefix,
  type CourseContents,
} from '../course/contents/contents.ts'
import { requireQuiz, requireSameKind, withContent } from '../course/contents/draft.ts'
import { quizAnswersFor } from '../course/response.ts'
import { courses, type StoredCourse } from '../course/course.ts'
import { rewriteContents, swapContents } from '../course/contents/swap.ts'
import { loadCourse } from '../course/loaded-course.ts'
import { toSyncCourseFiles } from '../course/contents/files.ts'

export const lessonNotFound = problem('lms.lesson_not_found', 404, {
  wording: 'The lesson does not exist.',
  docs: problemDocs({ meaning: 'The course does not have this lesson.' }),
})

/** Returns a lesson with its chapter; throws 404 if the course does not have the lesson. */
export const findInChapters = ({ chapters }: CourseContents, lesson_id: string) => {
  for (const chapter of chapters) {
    const lesson = chapter.lessons.find(({ id }) => id === lesson_id)
    if (lesson) return { chapter, lesson }
  }
  throw lessonNotFound()
}

interface FoundLesson {
  course: StoredCourse
  chapter_id: string
  lesson: StoredLesson
  content: string
}

/** Returns the response for a lesson as `reader` may see it. */
export const lessonResponse = (reader: Actor, { course, chapter_id, lesson, content }: FoundLesson) => {
  const { id: course_id, version } = course
  const content_url = lessonUrl(course_id, lesson)
  return { ...quizAnswersFor(reader, course)(lesson), content, content_url, course_id, chapter_id, version }
}

/**
 * Returns a lesson with its content, usually in one round trip. Throws {@link ConflictError} if it changes meanwhile.
 */
const findLesson = async (actor: Actor, course_id: string, lesson_id: string) => {
  const prefixes = [contentsPrefix, lessonPrefix(lesson_id)]
  const { course, contents, found } = await loadCourse(actor, course_id, prefixes)
  const { chapter, lesson } = findInChapters(contents, lesson_id)
  const content = (await loadContentByLesson(course, [lesson], found)).get(lesson_id) ?? ''
  return { course, contents, chapter_id: chapter.id, lesson, content }
}

/**
 * Returns the response for a lesson, and its course; throws 404 if the course has no such lesson or the caller may not
 * see the course.
 */
export const loadLesson = (actor: Actor, course_id: string, lesson_id: string) =>
  retryOnConflict(async () => {
    const found = await findLesson(actor, course_id, lesson_id)
    return { lesson: lessonResponse(actor, found), course: found.course }
  })

type LessonChanges = Changes<z.output<typeof OneLessonInput>>

/** Changes one lesson, which increments the version of its course; throws 403, 412, 409 while generating. */
export const changeLesson = (
  actor: Actor,
  course_id: string,
  lesson_id: string,
  { content, ...fields }: LessonChanges,
  place: { course_id?: string | undefined; chapter_id?: string | undefined },
  ifMatch: IfMatch,
) =>
  retryOnConflict(async () => {
    const opened = await findLesson(actor, course_id, lesson_id)
    const { course, contents, chapter_id, lesson: before } = opened
    requireCourseEdit(actor, course)
    requireFixed({ course_id, chapter_id }, place, 'lessons are moved by PUT /lms/courses/{id}')
    courses.toUpdate(course, {}, ifMatch)
    requireSettled(course)

    const texts = new Map<string, string>()
    const named = { ...before, ...changedFields<object>(before, fields) }
    requireQuiz(named, '')
    requireSameKind(named, before, '')
    const changed = content === undefined ? named : withContent(named, content, opened.content, texts)
    if (isDeepStrictEqual(changed, before)) return lessonResponse(actor, opened)
    const lesson = { ...changed, is_edited: true }
    const chapters = mapLessons(contents.chapters, (other) => (other === before ? lesson : other))
    const written = { contents: { ...contents, chapters }, texts }
    const { fields: follow, writes } = await rewriteContents(actor, course, contents, written)
    const update = courses.toUpdate(course, follow, ifMatch)
    await swapContents(writes, [update, ...toSyncCourseFiles(course, update.thing)])
    const shown = { ...opened, course: update.thing, lesson, content: content ?? opened.content }
    return lessonResponse(actor, shown)
  })
