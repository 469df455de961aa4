import { onChange } from '../platform/events/dispatcher.ts'
import { isEnded, jobs } from './job/job.ts'
import { findOpenJobs, nextJobId } from './job/open-jobs.ts'
import { jobMessages } from './queues.ts'

export const changeHandlers = [
  onChange(jobs, async ({ before, after }) => {
    if (after && !before) return [jobMessages[after.kind].message({ job_id: after.id })]
    if (!after || !before || isEnded(before) || !isEnded(after)) return []
    const next = nextJobId(await findOpenJobs(after.owner), after.kind)
    return next === undefined ? [] : [jobMessages[after.kind].message({ job_id: next })]
  }),
]
