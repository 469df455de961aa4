import { retryOnConflict } from '../../platform/table/conflict.ts'
import { readLargeTexts } from '../../platform/table/large-text.ts'
import type { StoredLesson } from '../lesson/chapter.ts'
import {
  loadContents,
  lessonsOf,
  coursePartition,
  lessonText,
  type CourseContents,
} from '../contents/contents.ts'
import { courses, courseSearchScope, lessonSearchScope, type StoredCourse } from '../course/course.ts'

/** The texts of lessons by the ids of the lessons; without those that have gone meanwhile. */
const lessonTexts = async (course: StoredCourse, lessons: StoredLesson[]): Promise<Map<string, string>> => {
  const texts = await readLargeTexts(
    coursePartition(course),
    lessons.flatMap((lesson) => lessonText(lesson) ?? []),
  )
  return new Map(lessons.map((lesson) => [lesson.id, texts.get(lessonText(lesson)?.name ?? '') ?? '']))
}

/** What a course says, in Markdown, from its description to its last lesson. */
const wholeText = (course: StoredCourse, contents: CourseContents, texts: Map<string, string>): string => {
  const parts = contents.chapters.flatMap(({ title, summary, lessons }) => [
    `# ${title}`,
    summary,
    ...lessons.flatMap(({ id, title }) => [`## ${title}`, texts.get(id)]),
  ])
  return [course.short_description, contents.description, ...parts].filter(Boolean).join('\n\n')
}

/** Reads a course with its contents as they are now; undefined when it is gone. */
const withCourse = <T>(id: string, read: (course: StoredCourse, contents: CourseContents) => Promise<T>) =>
  retryOnConflict(async () => {
    const course = await courses.find({ id })
    return course && read(course, await loadContents(course))
  })

/** A course as it is found: by all that it says. */
export const courseDocument = (id: string) =>
  withCourse(id, async (course, contents) => {
    const texts = await lessonTexts(course, lessonsOf(contents))
    const text = wholeText(course, contents, texts)
    return { scopes: [courseSearchScope], container: id, title: course.title, labels: course.tags, text }
  })

/** A lesson as it is found by itself. */
export const lessonDocument = (course_id: string, lesson_id: string) =>
  withCourse(course_id, async (course, contents) => {
    const lesson = lessonsOf(contents).find(({ id }) => id === lesson_id)
    if (!lesson) return undefined
    const text = (await lessonTexts(course, [lesson])).get(lesson_id) ?? ''
    return { scopes: [lessonSearchScope], container: course_id, title: lesson.title, text }
  })
