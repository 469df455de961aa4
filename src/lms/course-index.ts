import { indexDocument } from '../platform/search/index.ts'
import { retryOnConflict } from '../platform/table/conflict.ts'
import { readTexts } from '../platform/table/large-text.ts'
import { loadContents, lessonsOf, coursePartition, lessonText, type Contents } from './contents.ts'
import { courses, courseSearchScope, type StoredCourse } from './course.ts'

/** The contents of so many lessons are looked at for the first words of a course. */
const maxLessons = 3

/** Enough for the words that are indexed, whatever the language. */
const maxIndexedCharacters = 8_000

/** The long text of a course from its beginning. */
const beginningOfCourse = async (course: StoredCourse, contents: Contents): Promise<string> => {
  const lessons = lessonsOf(contents)
  const places = lessons.slice(0, maxLessons).flatMap((lesson) => lessonText(lesson) ?? [])
  const isLong = (contents.description ?? '').length > maxIndexedCharacters
  const texts = isLong ? new Map<string, string>() : await readTexts(coursePartition(course), places)
  const parts = contents.chapters.flatMap(({ title, summary, lessons }) => [
    title,
    summary,
    ...lessons.flatMap((lesson) => [lesson.title, texts.get(lessonText(lesson)?.name ?? '')]),
  ])
  return [contents.description, ...parts]
    .filter(Boolean)
    .join('\n')
    .slice(0, maxIndexedCharacters)
    .toWellFormed()
}

/** Makes a course findable by its words as it is now, and one that is gone no longer. */
export const indexCourse = (id: string): Promise<void> =>
  retryOnConflict(async () => {
    const key = { scope: courseSearchScope, id }
    const course = await courses.find({ id })
    if (!course) return indexDocument(key, undefined)
    const { title, tags, short_description } = course
    const beginning = await beginningOfCourse(course, await loadContents(course))
    const text = [...tags, short_description ?? '', beginning].join(' ')
    return indexDocument(key, { ...key, container: id, title, text })
  })
