import { failedJobWorker } from '../../jobs/job/job-worker.ts'

/** Erasures that have failed again and again: who started one sees that it did not come to its end. */
export const failErasure = failedJobWorker('erasure')
