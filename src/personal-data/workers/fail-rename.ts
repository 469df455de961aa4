import { failedJobWorker } from '../../jobs/job/job-worker.ts'

/** Renames that have failed again and again: the next one is not kept waiting by them. */
export const failRename = failedJobWorker('rename')
