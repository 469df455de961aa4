import { untilFresh } from '../platform/stale.ts'
import { queryItems, writeBatch } from '../platform/table.ts'
import { readTexts, textKeys } from '../platform/text.ts'
import type { Text } from './chapter.ts'
import { Contents, contentsName, contentsOf, lessonsOf, ownerOf, textOf } from './contents.ts'
import { courses } from './course.ts'

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
