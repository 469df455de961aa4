import { log } from '../../runtime/log.ts'
import { writeBatch } from '../../table/batch/batch-write.ts'
import { ConflictError } from '../../table/conflict.ts'
import type { Plan, Write } from './document-plan.ts'
import type { DocumentKey } from './document.ts'
import { replaceIndexed, type Pending, type StoredDocument } from './stored-document.ts'

/**
 * Maximum number of writes for a resource at once; then others get their turn. If writes are slow, a resource with more
 * of them makes fewer at once, but not so few that storing its progress would cost as much.
 */
export const maxWritesOfBatch = 1_000
const minWritesOfBatch = 250

/** Time limits of a part of a long document, and of any other part, in milliseconds. */
const maxMillisecondsOfBatch = 150
const maxMilliseconds = 5_000

/** Duration of the exclusive lease of a worker, renewed while it writes, in milliseconds. */
export const leaseMilliseconds = 10_000

/**
 * Remaining time of the lease at which it is renewed, and the minimum at the start of a write, which ends or fails
 * within that time; in milliseconds.
 */
const renewalMilliseconds = 6_000
const reserveMilliseconds = 4_000

const writesAtOnce = 50

/** Number of writes at once above which a resource waits for other large ones. */
const maxWritesOfSmall = 100

/** The last write in the queue of large resources. */
let last: Promise<unknown> = Promise.resolve()

/**
 * Runs the writes of large resources in this process serially, `writesAtOnce` at a time: concurrently they would take
 * capacity of the table, and time of the process, from small ones (decision 0016).
 */
const writeSerially = (work: () => Promise<void>): Promise<void> => {
  const own = last.then(work)
  last = own.catch(() => {})
  return own
}

/** The stored index state of a resource that has pending writes. */
export type PendingDocument = StoredDocument & { pending: Pending }

const note = async (
  key: DocumentKey,
  noted: PendingDocument,
  changes: Partial<Pending>,
): Promise<PendingDocument> => {
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
 * Performs the next writes of a plan. Returns the resulting index state, and whether all writes are done; any worker
 * may do the rest. If the table rejects some of them, the earlier ones count.
 */
export const writeIndexBatch = async (
  key: DocumentKey,
  begun: PendingDocument,
  { textCount, writes }: Plan,
): Promise<{ noted: PendingDocument; isWhole: boolean }> => {
  const from = begun.pending.written ?? 0
  const start = Date.now()
  const isLate = () => {
    // each part of the texts costs another analysis of the document
    const isLongPart = begun.pending.isLong === true && at >= textCount && at - from >= minWritesOfBatch
    return Date.now() - start > (isLongPart ? maxMillisecondsOfBatch : maxMilliseconds)
  }
  const end = Math.min(writes.length, from + maxWritesOfBatch)
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
      // all texts are written before the first row
      const next = Math.min(at + writesAtOnce, end, at < textCount ? textCount : end)
      await (end - from > maxWritesOfSmall ? writeSerially(() => writeUpTo(next)) : writeUpTo(next))
    }
  } catch (error) {
    if (error instanceof ConflictError) throw error
    // if this write fails as well, others wait for the lease
    noted = await note(key, noted, { until: 0, written: at }).catch(() => noted)
    if (at === from) throw error
    log.error('a document is indexed in smaller parts', error, { ...key, written: at, of: writes.length })
    return { noted, isWhole: false }
  }
  if (at === writes.length) return { noted, isWhole: true }
  return { noted: await note(key, noted, { until: 0, written: at, isLong: true }), isWhole: false }
}
