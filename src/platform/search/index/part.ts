import { log } from '../../runtime/log.ts'
import { writeBatch } from '../../table/batch/batch-write.ts'
import { ConflictError } from '../../table/conflict.ts'
import type { Plan, Write } from './document-plan.ts'
import type { DocumentKey } from './document.ts'
import { replaceIndexed, type Pending, type StoredDocument } from './stored-document.ts'

/**
 * The maximum number of writes for a thing at once: then it is the turn of others. A thing that has more makes fewer
 * where they take long, but not so few that noting its progress would cost as much.
 */
export const maxWritesOfPart = 1_000
const minWritesOfPart = 250

/** A part of many ends after this time, and whatever is written where the table is slow; in milliseconds. */
const maxMillisecondsOfPart = 150
const maxMilliseconds = 5_000

/** How long somebody who writes is alone; it is renewed while they write. In milliseconds. */
export const leaseMilliseconds = 10_000

/** So much is left of it when it is renewed, and at least when a write begins, which ends or fails within that time. */
const renewalMilliseconds = 6_000
const reserveMilliseconds = 4_000

const writesAtOnce = 50

/** Who makes more of them than this at once waits for others who do. */
const maxWritesOfSmall = 100

/** What was last begun for a large thing. */
let last: Promise<unknown> = Promise.resolve()

/**
 * Large things that one process writes take turns, `writesAtOnce` at a time: side by side they would take the room in
 * the table, and the time of the process, from the small ones (decision 0016).
 */
const inTurn = (work: () => Promise<void>): Promise<void> => {
  const own = last.then(work)
  last = own.catch(() => {})
  return own
}

/** A thing as it was noted, with what is pending of it. */
export type Noted = StoredDocument & { pending: Pending }

const note = async (key: DocumentKey, noted: Noted, changes: Partial<Pending>): Promise<Noted> => {
  const { version: _, ...rest } = noted
  const pending = { ...noted.pending, ...changes }
  return { ...(await replaceIndexed(key, noted, { ...rest, pending })), pending }
}

const writeAll = (writes: Write[]): Promise<void> =>
  writeBatch(
    writes.flatMap((write) => ('put' in write ? [write.put] : [])),
    writes.flatMap((write) => ('remove' in write ? [write.remove] : [])),
  )

/**
 * Makes the next writes of a plan. Gives the thing as it is then noted, and whether all of them are made; what is
 * left is anybody's. Where the table refuses some of them, those before count.
 */
export const writePart = async (
  key: DocumentKey,
  begun: Noted,
  { textCount, writes }: Plan,
): Promise<{ noted: Noted; isWhole: boolean }> => {
  const from = begun.pending.written ?? 0
  const start = Date.now()
  const isLate = () => {
    // each part of the texts costs another analysis of the document
    const isLongPart = begun.pending.isLong === true && at >= textCount && at - from >= minWritesOfPart
    return Date.now() - start > (isLongPart ? maxMillisecondsOfPart : maxMilliseconds)
  }
  const end = Math.min(writes.length, from + maxWritesOfPart)
  let noted = begun
  let at = from
  const writeUpTo = async (next: number) => {
    if (noted.pending.until - Date.now() < renewalMilliseconds)
      noted = await note(key, noted, { until: Date.now() + leaseMilliseconds, written: at })
    if (noted.pending.until - Date.now() < reserveMilliseconds) throw new ConflictError()
    await writeAll(writes.slice(at, next))
    at = next
  }
  try {
    while (at < end && !isLate()) {
      // texts are all there before the first row is
      const next = Math.min(at + writesAtOnce, end, at < textCount ? textCount : end)
      await (end - from > maxWritesOfSmall ? inTurn(() => writeUpTo(next)) : writeUpTo(next))
    }
  } catch (error) {
    if (error instanceof ConflictError) throw error
    // if this fails as well, they wait
    noted = await note(key, noted, { until: 0, written: at }).catch(() => noted)
    if (at === from) throw error
    log.error('a document is indexed in smaller parts', error, { ...key, written: at, of: writes.length })
    return { noted, isWhole: false }
  }
  if (at === writes.length) return { noted, isWhole: true }
  return { noted: await note(key, noted, { until: 0, written: at, isLong: true }), isWhole: false }
}
