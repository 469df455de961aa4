import { withChapters, type ContentsDraft } from './draft.ts'
import type { FoundTexts } from '../../../platform/table/large-text.ts'
import type { ChapterInput } from '../../chapter/chapter-input.ts'
import { courseLessons, lessonTexts, type CourseContents } from './contents.ts'
import type { StoredCourse } from '../course.ts'

/**
 * Returns the current texts, by name, of lessons whose new content the input has; reads texts that were not loaded with
 * the course.
 */
const currentTexts = (
  course: StoredCourse,
  contents: CourseContents,
  chapters: ChapterInput[],
  found: FoundTexts,
) => {
  const sent = chapters.flatMap(({ lessons }) =>
    lessons.flatMap(({ id, content }) => (typeof content === 'string' ? [id] : [])),
  )
  const lessons = courseLessons(contents).filter(({ id }) => sent.includes(id))
  return lessonTexts(course, lessons, found)
}

/** Changes of the contents of a course. */
export interface ContentsChanges {
  description?: string | null | undefined
  chapters?: ChapterInput[] | undefined
}

/**
 * Returns the contents of a course after changes, with the new texts. Throws 422 for an ID that the course does not
 * have.
 */
export const changedContents = async (
  { course, contents, found }: { course: StoredCourse; contents: CourseContents; found: FoundTexts },
  { description = contents.description, chapters }: ContentsChanges,
): Promise<ContentsDraft> => {
  const described = { ...contents, description }
  if (!chapters) return { contents: described, texts: new Map() }
  return withChapters(described, chapters, await currentTexts(course, contents, chapters, found))
}
