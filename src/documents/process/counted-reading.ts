import { ReaderDied, UnreadableFile } from '../unreadable-file.ts'

/** A reader that dies may do so once by bad luck; a file that kills it again is at fault. */
const maxOpenReadings = 2

/** How often a file began to be read without an end, kept where it outlives the process that reads. */
export interface OpenReadings {
  /** Counts one more, and gives the count. */
  open: () => Promise<number>
  /** Begins at none again. */
  close: () => Promise<unknown>
}

const killsItsReader = () =>
  new UnreadableFile('The file could not be read: reading it ended twice without a result.')

const isFinal = (error: unknown, count: number): error is ReaderDied =>
  error instanceof ReaderDied && count >= maxOpenReadings

/**
 * Reads a file by `read`, which may die of it. Throws `UnreadableFile` for one that cannot be read or whose reader has
 * died twice, in this delivery or with the worker in those before, `ReaderDied` the first time, and what else `read`
 * throws.
 */
export const countReading = async <T>({ open, close }: OpenReadings, read: () => Promise<T>): Promise<T> => {
  const count = await open()
  if (count > maxOpenReadings) throw killsItsReader()
  try {
    const result = await read()
    await close()
    return result
  } catch (error) {
    if (isFinal(error, count)) throw new UnreadableFile(error.message, { cause: error })
    if (!(error instanceof ReaderDied)) await close()
    throw error
  }
}
