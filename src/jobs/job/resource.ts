import type { Resource } from '../../platform/resource.ts'
import { jobType } from './job.ts'

/** Who started and ended which work, about whom, which administrators see; nothing points to a job. */
export const jobResource: Resource = {
  type: jobType,
  load: async (_, wanted) => wanted.map(() => undefined),
}
