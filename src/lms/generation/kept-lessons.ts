import { courseLimits } from '../limits.ts'
import { UnreadableFile } from '../../documents/unreadable-file.ts'
import type { StoredChapter, StoredLesson } from '../chapter/chapter.ts'
import { courseLessons, lessonText, type CourseContents } from '../course/contents/contents.ts'
import type { ContentsDraft } from '../course/contents/draft.ts'

interface FromDocument {
  title: string
  sources: { heading: string | null }[]
}

/** Returns the heading that identifies a lesson across versions of its document; authors cannot change the heading. */
const lessonHeading = ({ title, sources }: FromDocument): string =>
  (sources[0]?.heading ?? title).trim().toLowerCase()

/**
 * Returns the ID of the former lesson with the same heading for each lesson, each ID once; undefined for new lessons.
 */
export const matchLessonIds = (before: CourseContents, lessons: FromDocument[]): (string | undefined)[] => {
  const known = courseLessons(before)
  return lessons.map((lesson) => {
    const index = known.findIndex((one) => lessonHeading(one) === lessonHeading(lesson))
    return index < 0 ? undefined : known.splice(index, 1)[0]?.id
  })
}

/** Returns the manually changed or added lessons of a course. */
export const editedLessons = (contents: CourseContents): StoredLesson[] =>
  courseLessons(contents).filter(({ is_edited }) => is_edited)

const requireLessonRoom = (chapters: StoredChapter[]): void => {
  const count = chapters.reduce((sum, { lessons }) => sum + lessons.length, 0)
  if (chapters.length > courseLimits.maxChapters || count > courseLimits.maxLessons)
    throw new UnreadableFile(
      'too_many_lessons',
      'With the lessons that were edited by hand, the course would have too many lessons.',
    )
}

/**
 * Merges manually edited lessons into generated contents: they replace lessons with the same ID, and the others go to
 * the end of the chapter with the title of their former chapter. Throws `UnreadableFile` if there are too many.
 */
export const keepEdited = (before: CourseContents, { contents, texts }: ContentsDraft): ContentsDraft => {
  const edited = new Map(editedLessons(before).map((lesson) => [lesson.id, lesson]))
  const fresh = new Map(texts)
  const take = (lesson: StoredLesson): StoredLesson => {
    const own = edited.get(lesson.id)
    edited.delete(lesson.id)
    const place = own && lessonText(lesson)
    if (place) fresh.delete(place.name)
    return own ?? lesson
  }
  const chapters = contents.chapters.map((chapter) => ({ ...chapter, lessons: chapter.lessons.map(take) }))
  for (const old of before.chapters) {
    const left = old.lessons.filter(({ id }) => edited.has(id))
    if (left.length === 0) continue
    const same = chapters.find(({ title }) => title === old.title)
    if (same) same.lessons = [...same.lessons, ...left]
    else chapters.push({ ...old, lessons: left })
  }
  requireLessonRoom(chapters)
  return { contents: { ...contents, chapters }, texts: fresh }
}
