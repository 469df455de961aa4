import { dayOf, HistoryEntry, historyEntries, type StoredHistoryEntry } from '../platform/history/entry.ts'
import { environment } from '../platform/runtime/environment.ts'
import { readList, type Source } from '../platform/table/list/list.ts'
import * as z from '../platform/schema/schema.ts'

/** What the keys of all copies begin with. */
export const lockedPrefix = 'days/'

/** Where the copy of a day is: in the order of their keys the days come one after the other. */
export const lockedKeyOf = (day: string): string => `${lockedPrefix}${day}.jsonl.gz`

export const lockedDayOf = (key: string): string => key.slice(lockedPrefix.length, lockedPrefix.length + 10)

const dayMilliseconds = 86_400_000

/** The first day that is known in full at a time, in milliseconds since 1970. */
export const firstKeptDay = (now = Date.now()): string => {
  const days = Math.ceil(now / dayMilliseconds - environment.historyDays)
  return dayOf(new Date(days * dayMilliseconds).toISOString())
}

/**
 * The first line of a copy: it names the bytes of the copy before, and so all that came before. `previous` is null in
 * the first one.
 */
export const LockedHeader = z.object({
  day: z.string(),
  previous: z.object({ day: z.string(), sha256: z.string() }).nullable(),
})

export type LockedHeader = z.output<typeof LockedHeader>

/**
 * Every other line: an entry as it is kept, people by their ids alone. Without the address, which nobody may know any
 * more after 90 days.
 */
export const LockedEntry = HistoryEntry.omit({ address: true })

/** How many entries are read at a time. */
const atOnce = 1_000

/** The entries of a day as they are kept, oldest first, a page at a time. */
export async function* entriesOfDay(day: string): AsyncGenerator<z.output<typeof LockedEntry>[]> {
  const sources = historyEntries
    .in('ofDay', { at: day })
    .map((source) => ({ ...source, order: 'ascending' })) as Source<StoredHistoryEntry>[]
  let cursor: string | undefined
  do {
    const page = await readList(sources, { limit: atOnce, cursor })
    yield page.items.map((entry) => LockedEntry.parse(entry))
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
}

const lineOf = (value: unknown) => `${JSON.stringify(value)}\n`

/** The lines of a copy, some at a time. */
export async function* linesOfDay(header: LockedHeader): AsyncGenerator<string> {
  yield lineOf(header)
  for await (const entries of entriesOfDay(header.day)) yield entries.map(lineOf).join('')
}
