import { Problem } from '../../../src/platform/runtime/problem.ts'
import { retryWhile } from '../../../src/platform/table/conflict.ts'

const isBusy = (error: unknown) => error instanceof Problem && error.status === 503

/** Time limit for a start, in milliseconds. */
const startMilliseconds = 600_000

/**
 * Runs a step of the service's start, and retries while the service reports that it is busy: on a busy machine a start
 * is slow, but does not fail. `work` must handle the results of its earlier attempts.
 */
export const whileBusy = <T>(work: () => Promise<T>): Promise<T> =>
  retryWhile(work, isBusy, startMilliseconds)
