import { epochSeconds } from '../../platform/runtime/time.ts'
import { compare } from '../../platform/table/condition.ts'
import { countRows } from '../../platform/table/list/counted-rows.ts'
import { readList, type PageRequest } from '../../platform/table/list/list.ts'
import { gapMarks, gaps, minPeople } from './gap.ts'

/** Maximum number of people counted per stem. */
export const maxGapPeople = 1_000

/** Returns the number of people who have searched a stem without result in the last 30 days. */
export const countPeople = async (gap: string): Promise<number> => {
  const [marks] = gapMarks.in('ofGap', { gap })
  if (!marks) return 0
  return (await countRows(marks, maxGapPeople, compare('ttl', '>', epochSeconds()))).count
}

/** Returns a page of the stems that enough people have searched without result in the last 30 days, newest first. */
export const queryGaps = async (page: PageRequest) => {
  const { items, next_cursor } = await readList(gaps.in('all', {}), page)
  const counted = await Promise.all(
    items.map(async ({ gap, stem, last_at }) => ({ stem, last_at, people: await countPeople(gap) })),
  )
  return { items: counted.filter(({ people }) => people >= minPeople), next_cursor }
}
