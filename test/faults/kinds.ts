import type { Fault } from '../support/fault-proxy.ts'

/** What is over at once, or in a fraction of a second. */
export const quickFaults: Fault[] = ['error', 'reset', 'lost', 'delay', 'cut', 'crossing', 'five']

/** Each call that is struck takes seconds. */
export const slowFaults: Fault[] = ['stall', 'throttle', 'late', 'hang']
