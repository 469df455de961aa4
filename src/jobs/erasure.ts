import { onErasure } from '../platform/identity/erasure.ts'
import { isEnded, jobs } from './job/job.ts'

export const erasureHandlers = [
  onErasure(jobs, async (job, { person }) => {
    if (job.user_id !== person.id || !isEnded(job)) return undefined
    await jobs.remove(job)
    return 'removed'
  }),
]
