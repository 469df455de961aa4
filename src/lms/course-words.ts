import { indexDocument } from '../platform/search/index.ts'
import { retryOnConflict } from '../platform/table/conflict.ts'
import { readTexts } from '../platform/table/large-text.ts'
import { contentsOf, lessonsOf, ownerOf, textOf, type Contents } from './contents.ts'
import { courses, courseWords, type StoredCourse } from './course.ts'

/** The contents of so many lessons are looked at for the first words of a course. */
const firstLessons = 3

/** Enough for the words that are indexed, whatever the language. */
const mostCharacters = 8_000

/** The long text of a course from its beginning. */
const beginningOf = async (course: StoredCourse, contents: Contents): Promise<string> => {
  const lessons = lessonsOf(contents)
  const places = lessons.slice(0, firstLessons).flatMap((lesson) => textOf(lesson) ?? [])
  const isLong = (contents.description ?? '').length > mostCharacters
  const texts = isLong ? new Map<string, string>() : await readTexts(ownerOf(course), places)
  const parts = contents.chapters.flatMap(({ title, summary, lessons }) => [
    title,
    summary,
    ...lessons.flatMap((lesson) => [lesson.title, texts.get(textOf(lesson)?.name ?? '')]),
  ])
  return [contents.description, ...parts].filter(Boolean).join('\n').slice(0, mostCharacters).toWellFormed()
}

/** Makes a course findable by its words as it is now, and one that is gone no longer. */
export const indexCourse = (id: string): Promise<void> =>
  retryOnConflict(async () => {
    const key = { scope: courseWords, id }
    const course = await courses.find({ id })
    if (!course) return indexDocument(key, undefined)
    const { title, tags, short_description } = course
    const beginning = await beginningOf(course, await contentsOf(course))
    const text = [...tags, short_description ?? '', beginning].join(' ')
    return indexDocument(key, { ...key, container: id, title, text })
  })
