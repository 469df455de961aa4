import { withPresentFiles } from '../../files/attachment/present-attachments.ts'
import type { Actor } from '../../platform/identity/actor.ts'
import { payloadLimit } from '../../platform/http/answer/payload.ts'
import { presentOrigin } from '../../platform/runtime/origin.ts'
import { retryOnConflict } from '../../platform/table/conflict.ts'
import type { FoundTexts } from '../../platform/table/large-text.ts'
import { lessonUrl, mapLessons, type StoredLesson } from '../chapter/chapter.ts'
import { courseLessons, loadContentByLesson, loadContents, type CourseContents } from './contents/contents.ts'
import { withoutAnswers } from '../quiz/quiz.ts'
import { coursePolicy } from './access.ts'
import { isSourceCurrent, type StoredCourse } from './course.ts'
import { loadCourse } from './loaded-course.ts'
import type { LoadedCourse } from './visible-courses.ts'
import { courseProgress } from './progress.ts'

/** Maximum size of the content of all lessons in one response. */
const maxContentBytes = 4 * 1_048_576

/** Size of a lesson in a response in addition to its stored fields, in bytes. */
const lessonOverheadBytes = 200

/**
 * Returns a function that hides the right answers of quizzes from people who may not edit the course, and from
 * assistants, whose replies others may read (decision 0065).
 */
export const quizAnswersFor = (reader: Actor, course: StoredCourse) => {
  const mayEdit = coursePolicy.allows(course, reader, 'edit') && presentOrigin().via !== 'assistant'
  return <T extends Pick<StoredLesson, 'quiz'>>(lesson: T): T =>
    mayEdit || !lesson.quiz ? lesson : { ...lesson, quiz: withoutAnswers(lesson.quiz) }
}

/** Returns the first lessons whose content fits into one response. */
const fittingLessons = (lessons: StoredLesson[]) => {
  let bytes = 0
  return lessons.filter(({ text }) => (bytes += text?.bytes ?? 0) <= maxContentBytes)
}

/** Returns the first contents that fit into the response, by lesson ID. */
const fittingContents = (contents: Map<string, string>, fits: (part: unknown) => boolean) => {
  const end = [...contents].findIndex(([, content]) => !fits(content))
  return end === -1 ? contents : new Map([...contents].slice(0, end))
}

type CourseParts = LoadedCourse & {
  reader: Actor
  contents: CourseContents
  found?: FoundTexts
  known?: Map<string, string>
}

/**
 * Returns the response for a course as `reader` may see it, with the content of lessons as far as it fits. `found` and
 * `known` are loaded texts; the others are read in one round trip. Throws {@link ConflictError} if the course has
 * changed meanwhile.
 */
export const courseResponse = async ({ reader, course, enrollment, contents, found, known }: CourseParts) => {
  const shown = fittingLessons(courseLessons(contents))
  const [all, [{ files } = course]] = await Promise.all([
    loadContentByLesson(course, shown, found, known),
    withPresentFiles([course]),
  ])
  const fits = payloadLimit(courseLessons(contents).length * lessonOverheadBytes)
  fits([course, contents])
  const shownAs = fittingContents(all, fits)
  const quizAnswers = quizAnswersFor(reader, course)
  const chapters = mapLessons(contents.chapters, (lesson) => ({
    ...quizAnswers(lesson),
    content: shownAs.get(lesson.id) ?? null,
    content_url: lessonUrl(course.id, lesson),
  }))
  const progress = enrollment ? courseProgress(contents, enrollment.completed) : null
  const source = { ...course.source, is_current: isSourceCurrent(course) }
  return { ...course, files, source, description: contents.description, chapters, progress }
}

/** Loads a course and returns its response; throws 404 if it does not exist or the caller may not see it. */
export const loadCourseResponse = (reader: Actor, id: string) =>
  retryOnConflict(async () => courseResponse({ reader, ...(await loadCourse(reader, id, [''])) }))

/** Returns the response for a course during its generation; it contains only what its author added. */
export const generatingResponse = async (reader: Actor, course: StoredCourse) =>
  courseResponse({ reader, course, enrollment: undefined, contents: await loadContents(course) })
