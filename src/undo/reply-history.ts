import { setTimeout as sleep } from 'node:timers/promises'
import { acknowledgements, historyEntries, type StoredHistoryEntry } from '../platform/history/entry.ts'
import { problem } from '../platform/runtime/problem.ts'
import { readAll, readList } from '../platform/table/list/list.ts'

/** A reply, and the person with whose rights it has acted. */
interface Reply {
  id: string
  asker_id: string
  /** RFC 3339. */
  created_at: string
  /** What each call has written, by the short names of the items (write-observer.ts). */
  calls: { id: string; writes?: string[] }[]
}

/** How many entries of a person are read at a time. */
const atOnce = 100

/** What the calls of a reply have changed, newest first: read back from now to the beginning of the reply. */
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

const countOf = (names: string[]) =>
  new Map([...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]))

/** Whether the recorder has come to each of the writes. */
const isWhole = async (reply: Reply, entries: StoredHistoryEntry[]): Promise<boolean> => {
  const expected = countOf(
    reply.calls.flatMap(({ id, writes = [] }) => writes.map((item) => `${id} ${item}`)),
  )
  const known = entries.map((entry) => `${entry.reply?.call_id} ${entry.item}`)
  const isIn = (found: Map<string, number>) =>
    [...expected].every(([name, count]) => (found.get(name) ?? 0) >= count)
  if (isIn(countOf(known))) return true
  const others = await readAll(acknowledgements.in('ofReply', { message_id: reply.id }))
  return isIn(countOf([...known, ...others.map(({ call_id, item }) => `${call_id} ${item}`)]))
}

/** How long the recorder is waited for, and how often it is looked for it, in milliseconds (decision 0019). */
const waitMilliseconds = 4_000
const pauseMilliseconds = 250

export const historyIncomplete = problem('undo.history_incomplete', 409, {
  wording: {
    detail:
      'Not everything that the reply has changed is in the history yet, so nothing was taken back; try again ' +
      'in a few seconds.',
    retryAfter: 5,
  },
})

/**
 * What the calls of a reply have changed, newest first and nothing left out: the history is some seconds behind. Throws
 * 409 when it stays so.
 */
export const changesOfReply = async (reply: Reply): Promise<StoredHistoryEntry[]> => {
  const deadline = Date.now() + waitMilliseconds
  for (;;) {
    const entries = await findEntries(reply)
    if (await isWhole(reply, entries)) return entries
    if (Date.now() > deadline) throw historyIncomplete()
    await sleep(pauseMilliseconds)
  }
}
