import { timestamp } from '../platform/schema/fields.ts'
import * as z from '../platform/schema/schema.ts'
import { removeBatch, writeBatch } from '../platform/table/batch/batch-write.ts'
import { entity, type ThingOf } from '../platform/table/entity.ts'
import { readAll } from '../platform/table/list/list.ts'

/** Who holds the renames that no job has taken yet. */
const nobody = 'waiting'

/** How long a rename is kept whose job has failed, in seconds: 30 days. */
const keptSeconds = 30 * 86_400

const partitionOf = ({ holder }: { holder: string }) => `renames#${holder}`

/** That a person or a group has another name since a version: held by nobody, and then by the job that sees to it. */
const renames = entity({
  name: 'personal-data.rename',
  isInternal: true,
  schema: z.object({
    holder: z.string().default(nobody),
    /** Of the person, or of the group. */
    user_id: z.string(),
    since: z.int(),
    former_name: z.string(),
    at: timestamp,
  }),
  key: ({ user_id, since, ...place }: { holder: string; user_id: string; since: number }) => ({
    pk: partitionOf(place),
    sk: `rename#${user_id}#${String(since).padStart(10, '0')}`,
  }),
  lists: { of: { partition: partitionOf, prefix: 'rename#' } },
  expires: ({ at }) => Math.floor(Date.parse(at) / 1000) + keptSeconds,
})

type Rename = ThingOf<typeof renames>

const renamesOf = async (holder: string): Promise<Rename[]> =>
  (await readAll(renames.in('of', { holder }))) as Rename[]

/** Has a rename wait for the next job. */
export const addRename = (rename: Omit<Rename, 'holder'>): Promise<void> =>
  writeBatch([renames.itemOf(renames.make(rename))], [])

/** Gives a job all renames that wait. What it was given before it was killed stays with it. */
export const takeRenames = async (job_id: string): Promise<void> => {
  const waiting = await renamesOf(nobody)
  const taken = waiting.map((rename) => ({ ...rename, holder: job_id }))
  await writeBatch(taken.map(renames.itemOf), [])
  await removeBatch(waiting.map(renames.keyOf))
}

/** The former names of the people and groups that a job renames, by their ids, the oldest first. */
export const findRenames = async (job_id: string): Promise<Map<string, string[]>> => {
  const people = Map.groupBy(await renamesOf(job_id), ({ user_id }) => user_id)
  return new Map([...people].map(([id, own]) => [id, own.map(({ former_name }) => former_name)]))
}

export const removeRenames = async (job_id: string): Promise<void> =>
  removeBatch((await renamesOf(job_id)).map(renames.keyOf))
