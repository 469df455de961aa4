import { setTimeout as sleep } from 'node:timers/promises'
import { acknowledgements, historyEntries, type StoredHistoryEntry } from '../platform/history/entry.ts'
import { problem } from '../platform/runtime/problem.ts'
import { readAll, readList } from '../platform/table/list/list.ts'

/** A reply, and the person on whose behalf it acted. */
interface Reply {
  id: string
  asker_id: string
  /** RFC 3339. */
  created_at: string
  /** Items that each call has written, by their short names (src/platform/table/write-observer.ts). */
  calls: { id: string; writes?: string[] }[]
}

/** Number of entries of a person read at a time. */
const atOnce = 100

/** Returns the changes by calls of a reply, newest first: reads back from now to the start of the reply. */
const findEntries = async ({ id, asker_id, created_at }: Reply): Promise<StoredHistoryEntry[]> => {
  const entries: StoredHistoryEntry[] = []
  let cursor: string | undefined
  do {
    const sources = historyEntries.in('ofActor', { actor_id: asker_id })
    const page = await readList(sources, { limit: atOnce, cursor })
    const found = page.items as StoredHistoryEntry[]
    entries.push(...found.filter(({ reply }) => reply?.message_id === id))
    const isOver = found.some(({ at }) => at < created_at)
    cursor = isOver ? undefined : (page.next_cursor ?? undefined)
  } while (cursor !== undefined)
  return entries
}

const countByName = (names: string[]) =>
  new Map([...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]))

/** Returns true if the recorder has processed all writes of the reply. */
const isWhole = async (reply: Reply, entries: StoredHistoryEntry[]): Promise<boolean> => {
  const expected = countByName(
    reply.calls.flatMap(({ id, writes = [] }) => writes.map((item) => `${id} ${item}`)),
  )
  const known = entries.map((entry) => `${entry.reply?.call_id} ${entry.item}`)
  const isIn = (found: Map<string, number>) =>
    [...expected].every(([name, count]) => (found.get(name) ?? 0) >= count)
  if (isIn(countByName(known))) return true
  const others = await readAll(acknowledgements.in('ofReply', { message_id: reply.id }))
  return isIn(countByName([...known, ...others.map(({ call_id, item }) => `${call_id} ${item}`)]))
}

/** Time to wait for the recorder, and interval between checks, in milliseconds (decision 0019). */
const waitMilliseconds = 4_000
const pauseMilliseconds = 250

export const historyIncomplete = problem('undo.history_incomplete', 409, {
  wording: {
    detail:
      'Some changes of the reply are not in the history yet, and nothing has been undone; try again in a ' +
      'few seconds.',
    retryAfter: 5,
  },
})

/**
 * Returns all changes by calls of a reply, newest first. History lags some seconds behind; throws 409 if it stays
 * incomplete.
 */
export const loadReplyChanges = async (reply: Reply): Promise<StoredHistoryEntry[]> => {
  const deadline = Date.now() + waitMilliseconds
  for (;;) {
    const entries = await findEntries(reply)
    if (await isWhole(reply, entries)) return entries
    if (Date.now() > deadline) throw historyIncomplete()
    await sleep(pauseMilliseconds)
  }
}
