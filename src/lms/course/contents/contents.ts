import * as z from '../../../platform/schema/schema.ts'
import { ConflictError } from '../../../platform/table/conflict.ts'
import { readLargeTexts, type FoundTexts, type StoredText } from '../../../platform/table/large-text.ts'
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

/** Returns the places of the texts of lessons. */
export const textPlaces = (lessons: StoredLesson[]) => lessons.flatMap((lesson) => lessonText(lesson) ?? [])

/** Returns the text of a lesson among texts by name; undefined if the lesson has none or it is not among them. */
export const findLessonText = (
  texts: Map<string, string>,
  lesson: Pick<StoredLesson, 'id' | 'text'>,
): string | undefined => texts.get(lessonText(lesson)?.name ?? '')

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
  const text = (await readLargeTexts(coursePartition(course), places, found)).get(name)
  if (text === undefined) throw new ConflictError()
  return CourseContents.parse(JSON.parse(text))
}

/** Returns the texts of lessons by the names under which they are stored, from texts loaded with the course or read. */
export const lessonTexts = (
  course: Pick<StoredCourse, 'id'>,
  lessons: StoredLesson[],
  found?: FoundTexts,
): Promise<Map<string, string>> => readLargeTexts(coursePartition(course), textPlaces(lessons), found)

/**
 * Loads the content of lessons by lesson ID. `found` and `known` are loaded texts; the others are read in one round
 * trip. Throws {@link ConflictError} if a text no longer exists.
 */
export const loadContentByLesson = async (
  course: Pick<StoredCourse, 'id'>,
  lessons: StoredLesson[],
  found?: FoundTexts,
  known = new Map<string, string>(),
): Promise<Map<string, string>> => {
  const missing = lessons.filter((lesson) => findLessonText(known, lesson) === undefined)
  const texts = new Map([...known, ...(await lessonTexts(course, missing, found))])
  return new Map(
    lessons.map((lesson) => {
      const content = lesson.text ? findLessonText(texts, lesson) : ''
      if (content === undefined) throw new ConflictError()
      return [lesson.id, content]
    }),
  )
}
