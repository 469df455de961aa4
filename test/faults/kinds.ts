import type { Fault } from '../support/fault-proxy.ts'

/** Faults that end immediately or within a fraction of a second. */
export const quickFaults: Fault[] = ['error', 'reset', 'lost', 'delay', 'cut', 'crossing', 'five']

/** Faults that delay each affected call by seconds. */
export const slowFaults: Fault[] = ['stall', 'throttle', 'late', 'hang']
