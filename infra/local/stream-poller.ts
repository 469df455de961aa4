import { setTimeout as sleep } from 'node:timers/promises'
import { isWanted } from '../changes.ts'
import { changeDelivery, type ChangeReceiver } from './change-delivery.ts'
import type { Endpoints } from './emulator-endpoints.ts'
import { shardReader, type Checkpoint } from './shard-reader.ts'
import { streamPace } from './stream-pace.ts'
import { streamOf, type Stream } from './table-stream.ts'

export interface StreamPollerOptions extends ChangeReceiver {
  endpoints: Endpoints
  tableName: string
  /** Where to go on from; it is changed in place. */
  checkpoint: Checkpoint
  /** Called after every change of the checkpoint, before anything else is read. */
  save?: () => void
  /** The table's stream, looked for when absent. */
  stream?: Stream
}

/**
 * How many changes are read at once: nearly all of them may be rows of the index, which go no further. As long as
 * nothing else comes they are left to become many, since each reading takes time from the one who writes them.
 */
const maxRead = 1_000

/** What one reading of all shards has come to. */
interface Reading {
  seen: number
  /** Whether it is to be followed by another one at once. */
  hasMore: boolean
}

/** Reads what is in the stream now, at most 1 000 records of each shard, and hands it over. */
const streamReading = ({ checkpoint, save, invoke, setAside, ...place }: StreamPollerOptions) => {
  const stream = place.stream ?? streamOf(place)
  const { read, done } = shardReader(stream, checkpoint, save)
  const { attempts, deliverAll } = changeDelivery({ invoke, setAside }, done)
  const readAll = async (): Promise<Reading> => {
    const { arn, shards } = await stream.described()
    let [seen, hasMore] = [0, false]
    for (const shard of shards) {
      const records = await read(arn, shard, attempts() > 0 ? 1 : maxRead)
      seen += records.length
      hasMore ||= records.length === maxRead || records.some(isWanted)
      await deliverAll(shard, records)
    }
    return { seen, hasMore }
  }
  return { readAll, attempts, end: () => stream.client.destroy() }
}

/** How many times a stream was read, and at which of them it was last at its end. */
const readCounts = (wake: () => void) => {
  let [begun, atEnd] = [0, -1]
  return {
    counted: async (read: () => Promise<Reading>): Promise<Reading> => {
      const number = begun++
      const reading = await read()
      if (reading.seen === 0) atEnd = number
      return reading
    },
    /** Resolves when the stream was read to its end, with all that was in it when this was called. */
    caughtUp: async (): Promise<void> => {
      const next = begun
      while (atEnd < next) {
        wake()
        await sleep(10)
      }
    },
    /** Nobody waits for the end any more. */
    end: () => {
      atEnd = Infinity
    },
  }
}

/** Reads the table's stream as Lambda does: what its trigger's filters let through, in order, at least once. */
export const streamPoller = (options: StreamPollerOptions) => {
  const { readAll, attempts, end } = streamReading(options)
  const pace = streamPace()
  const counts = readCounts(pace.wake)
  const readOnce = () => counts.counted(readAll)

  /** Follows the stream until the signal; a failing record is tried again with growing pauses. */
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
    /** Handles what is in the stream now. Gives how many changes it saw. */
    step: async (): Promise<number> => (await readOnce()).seen,
    run,
    caughtUp: counts.caughtUp,
    expectNews: pace.expectNews,
  }
}
