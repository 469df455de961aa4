import { erasePerson as erasureJobs } from '../personal-data/workers/erase-person.ts'
import { renamePerson as renameJobs } from '../personal-data/workers/rename-person.ts'
import { queueFunction } from '../platform/events/queue-function.ts'

/** Written by `npm run openapi`: the workers by the kinds of their messages. */
export const jobsQueue = queueFunction('jobs', {
  'erasure-jobs': erasureJobs,
  'rename-jobs': renameJobs,
})
