import { untilFresh } from '../platform/stale.ts'
import { queryItems, writeBatch } from '../platform/table.ts'
import { readTexts, textKeys } from '../platform/text.ts'
import type { Text } from './chapter.ts'
import { Contents, contentsName, contentsOf, lessonsOf, ownerOf, textOf } from './contents.ts'
import { courses } from './course.ts'
import { clearCourse, removeEvents } from './calendar.ts'
import { enrollments } from './enrollment.ts'
import { readList } from '../platform/list.ts'

/** Removes all items of a partition. False when the time `until` (milliseconds since 1970) came before the end. */
export const sweepPartition = async (pk: string, until: number): Promise<boolean> => {
  while (Date.now() <= until) {
    const { items, last } = await queryItems({
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': pk },
      ProjectionExpression: 'pk, sk',
      ConsistentRead: true,
    })
    await writeBatch([], items)
    if (!last) return true
  }
  return false
}

/**
 * Removes the contents that a course had before, and the texts of lessons that only they point to. The contents go last,
 * so that it can be done again until all is gone.
 */
export const sweepTexts = async (id: string, before: Text): Promise<void> => {
  const owner = ownerOf({ id })
  const place = { name: contentsName(before), chunks: before.chunks }
  const json = (await readTexts(owner, [place])).get(place.name)
  if (json === undefined) return
  const old = Contents.parse(JSON.parse(json))
  const kept = await untilFresh(async () => {
    const course = await courses.find({ id })
    const contents = course && (await contentsOf(course))
    return new Set(contents && lessonsOf(contents).flatMap((lesson) => textOf(lesson)?.name ?? []))
  })
  const gone = lessonsOf(old).flatMap((lesson) => textOf(lesson) ?? [])
  const keys = gone.filter(({ name }) => !kept.has(name)).flatMap((text) => textKeys(owner, text))
  await writeBatch([], keys)
  await writeBatch([], textKeys(owner, place))
}

const peopleAtOnce = 200

/**
 * Removes what lies with a course that is gone: who takes part in it and their calendars, its events, its texts. False
 * when the time `until` (milliseconds since 1970) came before the end.
 */
export const sweepCourse = async (course_id: string, author_id: string, until: number): Promise<boolean> => {
  for (;;) {
    const { items } = await readList(enrollments.in('ofCourse', { course_id }), { limit: peopleAtOnce })
    await clearCourse(course_id, [...items.map(({ user_id }) => user_id), author_id])
    await writeBatch([], items.map(enrollments.keyOf))
    if (items.length === 0) break
    if (Date.now() > until) return false
  }
  await removeEvents(course_id)
  return sweepPartition(ownerOf({ id: course_id }), until)
}
