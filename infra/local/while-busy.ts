import { Problem } from '../../src/platform/runtime/problem.ts'
import { retryWhile } from '../../src/platform/table/conflict.ts'

const isBusy = (error: unknown) => error instanceof Problem && error.status === 503

/** How long a start may take until it fails after all, in milliseconds. */
const startMilliseconds = 600_000

/**
 * Does what the service starts with, again while it says that it is busy: on a busy machine a start takes long, and
 * does not fail. What `work` has done before is to be found by it.
 */
export const whileBusy = <T>(work: () => Promise<T>): Promise<T> =>
  retryWhile(work, isBusy, startMilliseconds)
