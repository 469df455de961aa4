import { findAnywhere } from '../../platform/trash/trashed-things.ts'
import { idTime } from '../../platform/runtime/id.ts'
import { retryOnConflict } from '../../platform/table/conflict.ts'
import {
  deletePartition,
  purgePartition,
  listKeys,
  repeatUntil,
} from '../../platform/table/list/partition.ts'
import { removeBatch } from '../../platform/table/batch/batch-write.ts'
import type { Key } from '../../platform/table/operation.ts'
import { readLargeTexts, textKeys, type StoredText } from '../../platform/table/large-text.ts'
import {
  CourseContents,
  contentsName,
  loadContents,
  courseLessons,
  coursePartition,
  textPlaces,
} from './contents/contents.ts'
import { courses } from './course.ts'
import { keepFormerTexts } from './contents/former-contents.ts'
import { clearCourseCalendar, removeCourseEvents } from './calendar.ts'
import { enrollments } from '../enrollment/enrollment.ts'
import { readList } from '../../platform/table/list/list.ts'

/**
 * Returns the names of the texts that a course refers to, now or after it is restored from the trash; `isThere` is true
 * unless the course has been purged.
 */
const referencedTextNames = (id: string): Promise<{ names: Set<string>; isThere: boolean }> =>
  retryOnConflict(async () => {
    const course = await findAnywhere(courses, id)
    const contents = course && (await loadContents(course))
    const own = course?.contents ? [contentsName(course.contents)] : []
    const lessons = contents ? courseLessons(contents) : []
    return {
      names: new Set([...own, ...textPlaces(lessons).map(({ name }) => name)]),
      isThere: course !== undefined,
    }
  })

/**
 * Removes the former contents of a course, and lesson texts that only they refer to, from its partition; keeps copies
 * for a while for undo. The contents are removed last, so that an interrupted sweep can be repeated.
 */
export const sweepTexts = async (id: string, before: StoredText): Promise<void> => {
  const owner = coursePartition({ id })
  const place = { name: contentsName(before), chunks: before.chunks }
  const json = (await readLargeTexts(owner, [place])).get(place.name)
  if (json === undefined) return
  const old = CourseContents.parse(JSON.parse(json))
  const { names: kept, isThere } = await referencedTextNames(id)
  const left = textPlaces(courseLessons(old)).filter(({ name }) => !kept.has(name))
  if (isThere) {
    const texts = await readLargeTexts(owner, left)
    await keepFormerTexts(id, new Map([...texts, [place.name, json]]))
  }
  const keys = left.flatMap((text) => textKeys(owner, text))
  await removeBatch(keys)
  await removeBatch(textKeys(owner, place))
}

/** Removes texts that were stored before a time and that the course does not refer to. */
export const sweepOrphans = async (id: string, before: string): Promise<void> => {
  const stored = await listKeys(coursePartition({ id }), 'text#')
  const { names: kept } = await referencedTextNames(id)
  const isOrphan = ({ sk }: Key) => {
    const [, name = '', text = ''] = sk.split('#')
    return idTime(text) < Date.parse(before) && !kept.has(`${name}#${text}`)
  }
  await removeBatch(stored.filter(isOrphan))
}

const peopleAtOnce = 200

/**
 * Removes the remains of a purged course: enrollments, attempts at quizzes, calendar entries, events and texts. Returns
 * false if the time `until` (milliseconds since 1970) passes before the end.
 */
export const sweepCourse = async (course_id: string, author_id: string, until: number): Promise<boolean> => {
  const isAlone = await repeatUntil(until, async () => {
    const { items } = await readList(enrollments.in('ofCourse', { course_id }), { limit: peopleAtOnce })
    await clearCourseCalendar(course_id, [...items.map(({ user_id }) => user_id), author_id])
    await removeBatch(items.map(enrollments.keyOf))
    return items.length === 0
  })
  if (!isAlone) return false
  await removeCourseEvents(course_id)
  // without an enrollment, no attempt at a quiz can be added meanwhile
  const { pk } = enrollments.keyOf({ course_id, user_id: '' })
  return (await deletePartition(pk, until)) && purgePartition(coursePartition({ id: course_id }), until)
}
