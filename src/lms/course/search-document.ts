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
import { courses, courseSearchScope, lessonSearchScope, type StoredCourse } from './course.ts'

/** Returns the texts of lessons by lesson ID; a missing text is empty. */
const lessonTexts = async (course: StoredCourse, lessons: StoredLesson[]): Promise<Map<string, string>> => {
  const texts = await readLargeTexts(
    coursePartition(course),
    lessons.flatMap((lesson) => lessonText(lesson) ?? []),
  )
  return new Map(lessons.map((lesson) => [lesson.id, texts.get(lessonText(lesson)?.name ?? '') ?? '']))
}

/** Returns the whole text of a course in Markdown. */
const wholeText = (course: StoredCourse, contents: CourseContents, texts: Map<string, string>): string => {
  const parts = contents.chapters.flatMap(({ title, summary, lessons }) => [
    `# ${title}`,
    summary,
    ...lessons.flatMap(({ id, title }) => [`## ${title}`, texts.get(id)]),
  ])
  return [course.short_description, contents.description, ...parts].filter(Boolean).join('\n\n')
}

/** Calls `read` with the current course and its contents; returns undefined if the course does not exist. */
const withCourse = <T>(id: string, read: (course: StoredCourse, contents: CourseContents) => Promise<T>) =>
  retryOnConflict(async () => {
    const course = await courses.find({ id })
    return course && read(course, await loadContents(course))
  })

/** Returns the search document of a course, with its whole text. */
export const courseDocument = (id: string) =>
  withCourse(id, async (course, contents) => {
    const texts = await lessonTexts(course, courseLessons(contents))
    const text = wholeText(course, contents, texts)
    return { scopes: [courseSearchScope], container: id, title: course.title, labels: course.tags, text }
  })

export const lessonDocument = (course_id: string, lesson_id: string) =>
  withCourse(course_id, async (course, contents) => {
    const lesson = courseLessons(contents).find(({ id }) => id === lesson_id)
    if (!lesson) return undefined
    const text = (await lessonTexts(course, [lesson])).get(lesson_id) ?? ''
    return { scopes: [lessonSearchScope], container: course_id, title: lesson.title, text }
  })
