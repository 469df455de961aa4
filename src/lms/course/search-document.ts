import { retryOnConflict } from '../../platform/table/conflict.ts'
import { readLargeTexts } from '../../platform/table/large-text.ts'
import type { StoredLesson } from '../chapter/chapter.ts'
import {
  loadContents,
  courseLessons,
  coursePartition,
  lessonText,
  type CourseContents,
} from './contents/contents.ts'
import { courses, lessonSearchScope, type StoredCourse } from './course.ts'

/** Returns the texts of lessons by the names under which they are stored. */
const lessonTexts = (course: StoredCourse, lessons: StoredLesson[]): Promise<Map<string, string>> =>
  readLargeTexts(
    coursePartition(course),
    lessons.flatMap((lesson) => lessonText(lesson) ?? []),
  )

/** Returns the text of a course in Markdown, with the lesson texts among `texts`, by their stored names. */
export const courseMarkdown = (
  course: StoredCourse,
  { description, chapters }: CourseContents,
  texts: Map<string, string>,
): string => {
  const parts = chapters.flatMap(({ title, summary, lessons }) => [
    `# ${title}`,
    summary,
    ...lessons.flatMap((lesson) => [`## ${lesson.title}`, texts.get(lessonText(lesson)?.name ?? '')]),
  ])
  return [course.short_description, description, ...parts].filter(Boolean).join('\n\n')
}

/** Returns the whole text of a course. Throws {@link ConflictError} if the course has changed meanwhile. */
export const indexedCourseText = async (course: StoredCourse): Promise<string> => {
  const contents = await loadContents(course)
  return courseMarkdown(course, contents, await lessonTexts(course, courseLessons(contents)))
}

export const lessonDocument = (course_id: string, lesson_id: string) =>
  retryOnConflict(async () => {
    const course = await courses.find({ id: course_id })
    const lessons = course && courseLessons(await loadContents(course))
    const lesson = lessons?.find(({ id }) => id === lesson_id)
    if (!course || !lesson) return undefined
    const [text = ''] = (await lessonTexts(course, [lesson])).values()
    return { scopes: [lessonSearchScope], container: course_id, title: lesson.title, text }
  })
