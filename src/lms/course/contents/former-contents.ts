import { isDeepStrictEqual } from 'node:util'
import { formerSeconds } from '../../../platform/history/former-state.ts'
import { epochSeconds } from '../../../platform/runtime/time.ts'
import {
  completeTexts,
  findTexts,
  readLargeTexts,
  storeLargeText,
} from '../../../platform/table/large-text.ts'
import { formerPartition } from '../../../platform/table/list/partition.ts'
import { mapLessons, type StoredLesson } from '../../chapter/chapter.ts'
import { requireSameKind, withContent, type ContentsDraft } from './draft.ts'
import {
  contentsPrefix,
  CourseContents,
  coursePartition,
  emptyContents,
  courseLessons,
  findLessonText,
  lessonText,
  textPlaces,
} from './contents.ts'
import { courses, type StoredCourse } from '../course.ts'

const formerOwner = (id: string) => formerPartition(coursePartition({ id }))

/** Stores texts that a course no longer refers to, by name, for `formerSeconds`, like other former states. */
export const keepFormerTexts = async (course_id: string, texts: Map<string, string>): Promise<void> => {
  const until = epochSeconds() + formerSeconds
  for (const [id, text] of texts) await storeLargeText(formerOwner(course_id), { id }, text, until)
}

/** A reference to former contents in the history. */
export interface FormerContents {
  id: string
  size: number
}

/** Returns the partitions of a course's texts: that of the course until a sweep removes them, then a separate one. */
const contentsOwners = (id: string) => [coursePartition({ id }), formerOwner(id)]

/** Returns former contents; undefined if they are no longer stored. */
const findFormer = async (
  course_id: string,
  { id, size }: FormerContents,
): Promise<CourseContents | undefined> => {
  const name = `${contentsPrefix}${id}`
  const found = await Promise.all(contentsOwners(course_id).map((owner) => findTexts(owner, `${name}#`)))
  const texts = found.map((chunks) => completeTexts(chunks, [{ name, chunks: chunks.length }]).get(name))
  const whole = texts.find((text) => text !== undefined && Buffer.byteLength(text) === size)
  return whole === undefined ? undefined : CourseContents.parse(JSON.parse(whole))
}

/** Returns the texts of lessons by their former names. */
const readLessonTexts = async (course_id: string, lessons: StoredLesson[]): Promise<Map<string, string>> => {
  const places = textPlaces(lessons)
  const [present, former] = await Promise.all(
    contentsOwners(course_id).map((owner) => readLargeTexts(owner, places)),
  )
  return new Map([...(former ?? []), ...(present ?? [])])
}

/**
 * Returns former contents as a draft for a course with `present` contents: texts in both stay in place, the others are
 * stored again, together with the files they embedded. Throws 404 if the former contents are no longer stored, 422 if a
 * quiz would replace a text lesson.
 */
export const formerDraft = async (
  { id }: StoredCourse,
  present: CourseContents,
  former: FormerContents | null,
): Promise<ContentsDraft & { file_ids: string[] }> => {
  if (!former) return { contents: emptyContents, texts: new Map(), file_ids: [] }
  const contents = await findFormer(id, former)
  if (!contents) throw courses.absent()
  const lessons = new Map(courseLessons(present).map((lesson) => [lesson.id, lesson]))
  for (const lesson of courseLessons(contents)) requireSameKind(lesson, lessons.get(lesson.id), '')
  const kept = new Set(textPlaces([...lessons.values()]).map(({ name }) => name))
  const isStored = (lesson: StoredLesson) => kept.has(lessonText(lesson)?.name ?? '') || !lesson.text
  const read = await readLessonTexts(
    id,
    courseLessons(contents).filter((lesson) => !isStored(lesson)),
  )
  const texts = new Map<string, string>()
  const again = (lesson: StoredLesson): StoredLesson => {
    if (isStored(lesson)) return lesson
    const text = findLessonText(read, lesson)
    if (text === undefined) throw courses.absent()
    return withContent(lesson, text, undefined, texts)
  }
  const chapters = mapLessons(contents.chapters, again)
  const file_ids = [...contents.file_ids, ...courseLessons(contents).flatMap((lesson) => lesson.file_ids)]
  return { contents: { ...contents, chapters }, texts, file_ids }
}

/** Returns contents without text positions, versions of quizzes, and files, which are derived from the texts. */
const withoutPlaces = ({ file_ids: _files, chapters, ...contents }: CourseContents) => ({
  ...contents,
  chapters: mapLessons(chapters, ({ text, file_ids: _shown, quiz_version: _version, ...lesson }) => ({
    ...lesson,
    bytes: text?.bytes ?? 0,
  })),
})

/**
 * Returns true if contents equal former ones by value, because restored texts have new names; false if the former
 * contents are no longer stored.
 */
export const isFormerContents = async (
  { id }: StoredCourse,
  present: CourseContents,
  former: FormerContents | null,
): Promise<boolean> => {
  const contents = former ? await findFormer(id, former) : emptyContents
  if (!contents || !isDeepStrictEqual(withoutPlaces(contents), withoutPlaces(present))) return false
  const [before, now] = [courseLessons(contents), courseLessons(present)]
  const isMoved = (_: StoredLesson, index: number) => before[index]?.text?.id !== now[index]?.text?.id
  const movedTexts = async (lessons: StoredLesson[]) => {
    const moved = lessons.filter(isMoved)
    const texts = await readLessonTexts(id, moved)
    return moved.map((lesson) => findLessonText(texts, lesson))
  }
  const [old, current] = await Promise.all([movedTexts(before), movedTexts(now)])
  return !old.includes(undefined) && isDeepStrictEqual(old, current)
}
