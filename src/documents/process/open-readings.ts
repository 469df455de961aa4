import { ReaderDied, UnreadableFile } from '../unreadable-file.ts'

/** A reader that dies may do so once by bad luck; a file that kills it again is at fault. */
const maxOpenReadings = 2

/** How often it says of a reading that it goes on, in milliseconds. */
const renewalMilliseconds = 10_000

/** How many readings of a file began without an end, kept where it outlives the process that reads. */
export interface OpenReadings {
  /** Counts one more, unless one that goes on is counted, and gives the count. */
  open: () => Promise<number>
  /** Says that it goes on: of one that does not, the reader has died. */
  renew: () => Promise<unknown>
  /** Says that its reader has died. */
  abandon: () => Promise<unknown>
  /** Begins at none again. */
  close: () => Promise<unknown>
}

const killsItsReader = () =>
  new UnreadableFile('not_read', 'The file could not be read: reading it ended twice without a result.')

const isFinal = (error: unknown, count: number): error is ReaderDied =>
  error instanceof ReaderDied && count >= maxOpenReadings

/**
 * Reads a file by `read`, which may die of it. Throws `UnreadableFile` for one that cannot be read or whose reader has
 * died twice, in this delivery or with the worker in those before, `ReaderDied` the first time, and what else `read`
 * throws.
 */
export const countReading = async <T>(readings: OpenReadings, read: () => Promise<T>): Promise<T> => {
  const count = await readings.open()
  if (count > maxOpenReadings) throw killsItsReader()
  const renewal = setInterval(() => void readings.renew(), renewalMilliseconds)
  try {
    const result = await read().finally(() => clearInterval(renewal))
    await readings.close()
    return result
  } catch (error) {
    if (isFinal(error, count)) throw new UnreadableFile('not_read', error.message, { cause: error })
    await (error instanceof ReaderDied ? readings.abandon() : readings.close())
    throw error
  }
}
