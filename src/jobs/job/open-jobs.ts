import * as z from '../../platform/schema/schema.ts'
import { entity } from '../../platform/table/entity.ts'
import type { Operation } from '../../platform/table/operation.ts'
import type { StoredJob } from './job.ts'

/** Open jobs of an owner, in the order in which they were started; written in the transactions of the jobs. */
const openJobs = entity({
  name: 'jobs.open_jobs',
  isInternal: true,
  schema: z.object({
    owner: z.string(),
    jobs: z.array(z.object({ id: z.string(), kind: z.string() })),
    version: z.int(),
  }),
  key: ({ owner }: { owner: string }) => ({ pk: `jobs#${owner}`, sk: 'open' }),
})

/** Returns the open jobs of an owner, oldest first, with strong consistency. */
export const findOpenJobs = async (owner: string) => {
  const found = await openJobs.find({ owner })
  return { found, jobs: found?.jobs ?? [] }
}

type Open = Awaited<ReturnType<typeof findOpenJobs>>

/** Returns the write that appends a job to the open jobs; it conflicts if they have changed since. */
export const toOpen = ({ found, jobs }: Open, { id, kind, owner }: StoredJob): Operation => {
  const longer = [...jobs, { id, kind }]
  return found
    ? openJobs.toUpdate(found, { jobs: longer })
    : openJobs.toCreate(openJobs.make({ owner, jobs: longer }))
}

/** Returns the writes that remove a job from the open jobs; they conflict if these have changed since. */
export const toClose = ({ found, jobs }: Open, { id }: Pick<StoredJob, 'id'>): Operation[] =>
  found && jobs.some((job) => job.id === id)
    ? [openJobs.toUpdate(found, { jobs: jobs.filter((job) => job.id !== id) })]
    : []

/** Returns the ID of the next job of a kind; undefined if there is none. */
export const nextJobId = ({ jobs }: Open, kind: string): string | undefined =>
  jobs.find((job) => job.kind === kind)?.id
