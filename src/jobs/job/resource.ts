import type { Resource } from '../../platform/resource.ts'
import { jobType } from './job.ts'

/** Jobs. Administrators see who started and ended them, and whom they concern; nothing links to a job. */
export const jobResource: Resource = {
  type: jobType,
  trash: 'A job cannot be deleted.',
  undo: 'A finished job cannot be undone.',
  erasure: true,
  rights: 'The person who started a job, and administrators, may read it.',
  load: async (_, wanted) => wanted.map(() => undefined),
}
