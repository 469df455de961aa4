import * as z from '../../platform/schema/schema.ts'
import { entity } from '../../platform/table/entity.ts'
import type { Operation } from '../../platform/table/operation.ts'
import type { StoredJob } from './job.ts'

/** The jobs of an owner that have not ended, in the order in which they were started; changed with them. */
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

/** What has not ended of an owner, the oldest first; strongly consistent. */
export const findOpenJobs = async (owner: string) => {
  const found = await openJobs.find({ owner })
  return { found, jobs: found?.jobs ?? [] }
}

type Open = Awaited<ReturnType<typeof findOpenJobs>>

/** The write that puts a job behind the others; a conflict when somebody has changed them since. */
export const toOpen = ({ found, jobs }: Open, { id, kind, owner }: StoredJob): Operation => {
  const longer = [...jobs, { id, kind }]
  return found
    ? openJobs.toUpdate(found, { jobs: longer })
    : openJobs.toCreate(openJobs.make({ owner, jobs: longer }))
}

/** The writes that take a job away from the others; a conflict when somebody has changed them since. */
export const toClose = ({ found, jobs }: Open, { id }: Pick<StoredJob, 'id'>): Operation[] =>
  found && jobs.some((job) => job.id === id)
    ? [openJobs.toUpdate(found, { jobs: jobs.filter((job) => job.id !== id) })]
    : []

/** The job of a kind whose turn it is; undefined when there is none. */
export const nextOf = ({ jobs }: Open, kind: string): string | undefined =>
  jobs.find((job) => job.kind === kind)?.id
