import { onErasure, type KindErasure } from '../../platform/identity/erasure.ts'
import { isEnded, jobs } from './job.ts'

export const jobErasure: KindErasure = {
  handlers: [
    onErasure(jobs, async (job, { person }) => {
      if (job.user_id !== person.id || !isEnded(job)) return undefined
      await jobs.remove(job)
      return 'removed'
    }),
  ],
}
