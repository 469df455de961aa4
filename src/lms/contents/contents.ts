import * as z from '../../platform/schema/schema.ts'
import { ConflictError } from '../../platform/table/conflict.ts'
import {
  readLargeTexts,
  completeTexts,
  type FoundTexts,
  type StoredText,
} from '../../platform/table/large-text.ts'
import { courseDescription, StoredChapter, type StoredLesson } from '../lesson/chapter.ts'
import { courses, type StoredCourse } from '../course/course.ts'

/** What is long of a course, but for the texts of its lessons: one text, so that all of it changes at once. */
export const CourseContents = z.object({
  description: courseDescription,
  chapters: z.array(StoredChapter),
  /** The files that the description shows and that go with the course. */
  file_ids: z.array(z.string()).default([]),
})
export type CourseContents = z.output<typeof CourseContents>

export const emptyContents: CourseContents = { description: null, chapters: [], file_ids: [] }

/** Names of texts begin with the id of their lesson; ids of today are greater than this, so contents are read first. */
export const contentsPrefix = '00-contents#'

export const contentsName = ({ id }: StoredText) => `${contentsPrefix}${id}`
export const lessonPrefix = (id: string) => `${id}#`

export const lessonText = ({ id, text }: Pick<StoredLesson, 'id' | 'text'>) =>
  text && { name: `${lessonPrefix(id)}${text.id}`, ...text }

export const lessonsOf = ({ chapters }: CourseContents): StoredLesson[] =>
  chapters.flatMap(({ lessons }) => lessons)

/** The partition of a course, in which its texts are. */
export const coursePartition = ({ id }: Pick<StoredCourse, 'id'>) => courses.keyOf({ id }).pk

/**
 * What a course points to, from what was found beside it, or else in one round trip. {@link ConflictError} when it
 * is gone, as the course has another version by that time.
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
