import { setTimeout as sleep } from 'node:timers/promises'
import { log } from '../../platform/runtime/log.ts'
import { inRequest, isDryRun, requestContext } from '../../platform/runtime/request-context.ts'
import { epochSeconds } from '../../platform/runtime/time.ts'
import type { Item } from '../../platform/table/operation.ts'
import { writeItem } from '../../platform/table/table.ts'
import { readList } from '../../platform/table/list/list.ts'
import { countedSeconds, gapMarks, gaps, loadDigests, minPeople, toHour } from './gap.ts'
import { gapStems } from './stems.ts'

/** Stores a row without the ID of its write, whose time would connect the rows of one search. */
const putRow = ({ writeId: _writeId, ...put }: Item) => writeItem({ put })

const hasEnoughPeople = async (gap: string) => {
  const time = epochSeconds()
  const { items } = await readList(
    gapMarks.in('ofGap', { gap }),
    { limit: minPeople },
    ({ until: end }) => end > time,
  )
  return items.length >= minPeople
}

/** Counts a person for a stem, and stores the stem readably once enough people have searched it. */
const noteStem = async (stem: string, gap: string, mark: string): Promise<void> => {
  const hour = toHour(epochSeconds())
  const until = hour + countedSeconds
  const [shown] = await Promise.all([gaps.find({ gap }), putRow(gapMarks.itemOf({ gap, mark, until }))])
  const last_at = new Date(hour * 1_000).toISOString()
  if (shown?.last_at === last_at) return
  // the mark is stored before: the last of several people at once counts all of them
  if (await hasEnoughPeople(gap)) await putRow(gaps.itemOf({ gap, stem, last_at, until }))
}

/** Time that a search waits for the count of its words (ms). */
const maxMilliseconds = 1_000

/**
 * Counts the words of a question that found nothing for the person who asked it. Throws 401 if the caller's session
 * has ended, like the request itself; never fails otherwise: a missing count is better than a failed search. The rows
 * are no change of the request: its response does not name them.
 */
export const noteGap = async ({ id }: { id: string }, question: string): Promise<void> => {
  const { replay: _replay, observer: _observer, ...own } = requestContext()
  const stems = gapStems(question)
  if (stems.length === 0 || isDryRun()) return
  await own.confirmSession()
  const count = async () => {
    const { ofStem, ofPerson } = await loadDigests()
    const noted = stems.map((stem) => ({ stem, gap: ofStem(stem) }))
    await Promise.all(noted.map(({ stem, gap }) => noteStem(stem, gap, ofPerson(gap, id))))
  }
  try {
    await Promise.race([inRequest(own, count), sleep(maxMilliseconds, undefined, { ref: false })])
  } catch (error) {
    log.error('counting a search without results failed', error)
  }
}

/** Query of a search; all other fields are filters, or the cursor of a page. */
interface Search {
  q: string
  sort?: string | undefined
  limit: number
}

/** Counts the words of a search that found nothing, unless filters or pages have narrowed it; returns `found`. */
export const noteSearch = async <T>(person: { id: string }, search: Search, found: T): Promise<T> => {
  const { q, sort: _sort, limit: _limit, ...filters } = search
  if (Object.values(filters).every((filter) => filter === undefined)) await noteGap(person, q)
  return found
}
