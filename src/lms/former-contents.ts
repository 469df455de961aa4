import { formerSeconds } from '../platform/history/former-state.ts'
import { epochSeconds } from '../platform/runtime/time.ts'
import { completeTexts, findTexts, readTexts, storeText } from '../platform/table/large-text.ts'
import { formerPartition } from '../platform/table/partition.ts'
import type { StoredLesson } from './chapter.ts'
import { withContent, type ContentsDraft } from './contents-draft.ts'
import {
  contentsPrefix,
  CourseContents,
  coursePartition,
  emptyContents,
  lessonsOf,
  lessonText,
} from './contents.ts'
import { courses, type StoredCourse } from './course.ts'

const formerOwner = (id: string) => formerPartition(coursePartition({ id }))

/** Keeps texts that a course does not point to any more, by name, for as long as other former states. */
export const keepFormerTexts = async (course_id: string, texts: Map<string, string>): Promise<void> => {
  const until = epochSeconds() + formerSeconds
  for (const [id, text] of texts) await storeText(formerOwner(course_id), { id }, text, until)
}

/** Former contents as history names them. */
export interface FormerContents {
  id: string
  size: number
}

/** Where texts of a course lie: with it as long as they are not swept, and then apart from it. */
const ownersOf = (id: string) => [coursePartition({ id }), formerOwner(id)]

/** The text of former contents: whole, or the 404 that says that it is not kept any more. */
const readFormer = async (course_id: string, { id, size }: FormerContents): Promise<CourseContents> => {
  const name = `${contentsPrefix}${id}`
  const found = await Promise.all(ownersOf(course_id).map((owner) => findTexts(owner, `${name}#`)))
  const texts = found.map((chunks) => completeTexts(chunks, [{ name, chunks: chunks.length }]).get(name))
  const whole = texts.find((text) => text !== undefined && Buffer.byteLength(text) === size)
  if (whole === undefined) throw courses.absent()
  return CourseContents.parse(JSON.parse(whole))
}

/** The texts of lessons by the names that they had. */
const readLessonTexts = async (course_id: string, lessons: StoredLesson[]): Promise<Map<string, string>> => {
  const places = lessons.flatMap((lesson) => lessonText(lesson) ?? [])
  const [present, former] = await Promise.all(ownersOf(course_id).map((owner) => readTexts(owner, places)))
  return new Map([...(former ?? []), ...(present ?? [])])
}

/**
 * Former contents as new ones of a course, by what it contains at present: texts that both have stay where they are,
 * others are stored again. Throws 404 when they are not kept any more.
 */
export const formerDraft = async (
  { id }: StoredCourse,
  present: CourseContents,
  former: FormerContents | null,
): Promise<ContentsDraft> => {
  if (!former) return { contents: emptyContents, texts: new Map() }
  const contents = await readFormer(id, former)
  const kept = new Set(lessonsOf(present).flatMap((lesson) => lessonText(lesson)?.name ?? []))
  const isStored = (lesson: StoredLesson) => kept.has(lessonText(lesson)?.name ?? '') || !lesson.text
  const read = await readLessonTexts(
    id,
    lessonsOf(contents).filter((lesson) => !isStored(lesson)),
  )
  const texts = new Map<string, string>()
  const again = (lesson: StoredLesson): StoredLesson => {
    if (isStored(lesson)) return lesson
    const text = read.get(lessonText(lesson)?.name ?? '')
    if (text === undefined) throw courses.absent()
    return withContent(lesson, text, undefined, texts)
  }
  const chapters = contents.chapters.map((chapter) => ({ ...chapter, lessons: chapter.lessons.map(again) }))
  return { contents: { ...contents, chapters }, texts }
}
