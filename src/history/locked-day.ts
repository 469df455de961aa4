import { utcDay, HistoryEntry, historyEntries } from '../platform/history/entry.ts'
import { environment } from '../platform/runtime/environment.ts'
import { oldestFirst } from '../platform/table/list/list.ts'
import { readPages } from '../platform/table/list/pages.ts'
import * as z from '../platform/schema/schema.ts'

/** Prefix of the keys of all copies. */
export const lockedPrefix = 'days/'

/** Returns the key of a day's copy; keys sort by day. */
export const lockedKey = (day: string): string => `${lockedPrefix}${day}.jsonl.gz`

export const parseLockedKey = (key: string): string =>
  key.slice(lockedPrefix.length, lockedPrefix.length + 10)

const dayMilliseconds = 86_400_000

/** Returns the first day that is still complete at a time, in milliseconds since 1970. */
export const firstKeptDay = (now = Date.now()): string => {
  const days = Math.ceil(now / dayMilliseconds - environment.historyDays)
  return utcDay(new Date(days * dayMilliseconds).toISOString())
}

/**
 * First line of a copy. It contains the hash of the previous copy, and thereby covers all earlier ones. `previous` is
 * null in the first copy.
 */
export const LockedHeader = z.object({
  day: z.string(),
  previous: z.object({ day: z.string(), sha256: z.string() }).nullable(),
})

export type LockedHeader = z.output<typeof LockedHeader>

/**
 * Further lines of a copy: an entry as stored, with people by ID alone, and without the address, which must not be
 * known after 90 days.
 */
export const LockedEntry = HistoryEntry.omit({ address: true })

/** Number of entries read at a time. */
const atOnce = 1_000

/** Yields the entries of a day as stored, oldest first, one page at a time. */
export async function* entriesOfDay(day: string): AsyncGenerator<z.output<typeof LockedEntry>[]> {
  for await (const entries of readPages(oldestFirst(historyEntries.in('ofDay', { at: day })), atOnce))
    yield entries.map((entry) => LockedEntry.parse(entry))
}

const toJsonLine = (value: unknown) => `${JSON.stringify(value)}\n`

/** Yields the lines of a copy, several at a time. */
export async function* linesOfDay(header: LockedHeader): AsyncGenerator<string> {
  yield toJsonLine(header)
  for await (const entries of entriesOfDay(header.day)) yield entries.map(toJsonLine).join('')
}
