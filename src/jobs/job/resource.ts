import type { Resource } from '../../platform/resource.ts'
import { jobType } from './job.ts'

/** Jobs. Administrators see who started and ended them, and whom they concern; nothing links to a job. */
export const jobResource: Resource = {
  type: jobType,
  trash: 'Nobody deletes a job.',
  undo: 'What has run is not taken back.',
  erasure: true,
  rights: 'A job is seen by the person who started it, and by administrators.',
  load: async (_, wanted) => wanted.map(() => undefined),
}
