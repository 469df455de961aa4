import * as z from '../../../platform/schema/schema.ts'
import { ConflictError } from '../../../platform/table/conflict.ts'
import {
  readLargeTexts,
  completeTexts,
  type FoundTexts,
  type StoredText,
} from '../../../platform/table/large-text.ts'
import { courseDescription, StoredChapter, type StoredLesson } from '../../chapter/chapter.ts'
import { courses, type StoredCourse } from '../course.ts'

/**
 * Description and chapters of a course, without the texts of its lessons, stored as one text so that all of it changes
 * at once.
 */
export const CourseContents = z.object({
  description: courseDescription,
  chapters: z.array(StoredChapter),
  /** Files that the description embeds and that belong to the course. */
  file_ids: z.array(z.string()).default([]),
})
export type CourseContents = z.output<typeof CourseContents>

export const emptyContents: CourseContents = { description: null, chapters: [], file_ids: [] }

/**
 * Prefix of the names of stored contents. The names of lesson texts begin with the lesson ID, and generated IDs sort
 * after this prefix, so that contents are read first.
 */
export const contentsPrefix = '00-contents#'

export const contentsName = ({ id }: StoredText) => `${contentsPrefix}${id}`
export const lessonPrefix = (id: string) => `${id}#`

export const lessonText = ({ id, text }: Pick<StoredLesson, 'id' | 'text'>) =>
  text && { name: `${lessonPrefix(id)}${text.id}`, ...text }

export const courseLessons = ({ chapters }: CourseContents): StoredLesson[] =>
  chapters.flatMap(({ lessons }) => lessons)

/** Returns the partition of a course, which also stores its texts. */
export const coursePartition = ({ id }: Pick<StoredCourse, 'id'>) => courses.keyOf({ id }).pk

/**
 * Returns the contents of a course from texts loaded with the course, or reads them in one round trip. Throws {@link
 * ConflictError} if the contents no longer exist, because the course has a newer version.
 */
export const loadContents = async (course: StoredCourse, found: FoundTexts = []): Promise<CourseContents> => {
  if (!course.contents) return emptyContents
  const name = contentsName(course.contents)
  const places = [{ name, chunks: course.contents.chunks }]
  const text =
    completeTexts(found, places).get(name) ??
    (await readLargeTexts(coursePartition(course), places)).get(name)
  if (text === undefined) throw new ConflictError()
  return CourseContents.parse(JSON.parse(text))
}

/** Returns the texts of lessons by the names under which they are stored. */
export const lessonTexts = (
  course: Pick<StoredCourse, 'id'>,
  lessons: StoredLesson[],
): Promise<Map<string, string>> =>
  readLargeTexts(
    coursePartition(course),
    lessons.flatMap((lesson) => lessonText(lesson) ?? []),
  )

/**
 * Returns the content of lessons by lesson ID, from their texts by name. Throws {@link ConflictError} if a text no
 * longer exists.
 */
export const contentByLesson = (lessons: StoredLesson[], texts: Map<string, string>): Map<string, string> =>
  new Map(
    lessons.map((lesson) => {
      const place = lessonText(lesson)
      const content = place ? texts.get(place.name) : ''
      if (content === undefined) throw new ConflictError()
      return [lesson.id, content]
    }),
  )

/** Loads the content of lessons by lesson ID. Throws {@link ConflictError} if a text no longer exists. */
export const loadContentByLesson = async (
  course: Pick<StoredCourse, 'id'>,
  lessons: StoredLesson[],
): Promise<Map<string, string>> => contentByLesson(lessons, await lessonTexts(course, lessons))
