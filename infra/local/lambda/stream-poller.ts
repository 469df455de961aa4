import { setTimeout as sleep } from 'node:timers/promises'
import { isDispatched } from '../../events/changes.ts'
import { changeDelivery, type ChangeReceiver } from './change-delivery.ts'
import type { Endpoints } from '../settings/emulator-endpoints.ts'
import { shardReader, type Checkpoint } from './shard-reader.ts'
import { streamPace } from './stream-pace.ts'
import { findTableStream, type Stream } from './table-stream.ts'

export interface StreamPollerOptions extends ChangeReceiver {
  endpoints: Endpoints
  tableName: string
  /** Position from which to continue; updated in place. */
  checkpoint: Checkpoint
  /** Called after every change of the checkpoint, before the next read. */
  save?: () => void
  /** The table's stream; found by the table's name if absent. */
  stream?: Stream
}

/**
 * Maximum number of changes per read. Nearly all changes may be index rows, which the filters drop. As long as only
 * these arrive, the poller lets them accumulate, because each read slows down the process that writes them.
 */
const maxRead = 1_000

/** Result of reading all shards once. */
interface Reading {
  seen: number
  /** True if another read should follow at once. */
  hasMore: boolean
}

/** Reads the current contents of the stream, at most 1,000 records per shard, and delivers them. */
const streamReading = ({ checkpoint, save, invoke, setAside, ...place }: StreamPollerOptions) => {
  const stream = place.stream ?? findTableStream(place)
  const { read, done } = shardReader(stream, checkpoint, save)
  const { attempts, deliverAll } = changeDelivery({ invoke, setAside }, done)
  const readAll = async (): Promise<Reading> => {
    const { arn, shards } = await stream.described()
    let [seen, hasMore] = [0, false]
    for (const shard of shards) {
      const records = await read(arn, shard, attempts() > 0 ? 1 : maxRead)
      seen += records.length
      hasMore ||= records.length === maxRead || records.some(isDispatched)
      await deliverAll(shard, records)
    }
    return { seen, hasMore }
  }
  return { readAll, attempts, end: () => stream.client.destroy() }
}

/** Counts the reads of a stream, and remembers the last one that reached its end. */
const readCounts = (wake: () => void) => {
  let [begun, atEnd] = [0, -1]
  return {
    counted: async (read: () => Promise<Reading>): Promise<Reading> => {
      const number = begun++
      const reading = await read()
      if (reading.seen === 0) atEnd = number
      return reading
    },
    /** Resolves when the stream has been read to its end, including everything it contained at the time of the call. */
    caughtUp: async (): Promise<void> => {
      const next = begun
      while (atEnd < next) {
        wake()
        await sleep(10)
      }
    },
    /** Releases everyone who waits for the end. */
    end: () => {
      atEnd = Infinity
    },
  }
}

/** Reads the table's stream as Lambda does: the records that its filters match, in order, at least once. */
export const streamPoller = (options: StreamPollerOptions) => {
  const { readAll, attempts, end } = streamReading(options)
  const pace = streamPace()
  const counts = readCounts(pace.wake)
  const readOnce = () => counts.counted(readAll)

  /** Follows the stream until the signal aborts; retries a failing record with growing pauses. */
  const run = async (signal: AbortSignal, onError: (error: unknown) => void): Promise<void> => {
    signal.addEventListener('abort', pace.wake)
    while (!signal.aborted) {
      const { seen, hasMore } = await readOnce().catch((error: unknown) => {
        if (!signal.aborted) onError(error)
        return { seen: 0, hasMore: false }
      })
      if (seen > 0) pace.noteNews()
      if (attempts() > 0) await sleep(100 * 2 ** attempts(), undefined, { signal }).catch(() => {})
      else if (!hasMore) await pace.pause()
    }
    counts.end()
    end()
  }

  return {
    /** Processes the current contents of the stream. Returns the number of changes seen. */
    step: async (): Promise<number> => (await readOnce()).seen,
    run,
    caughtUp: counts.caughtUp,
    expectNews: pace.expectNews,
  }
}
