import { timestamp } from '../platform/schema/fields.ts'
import * as z from '../platform/schema/schema.ts'
import { removeBatch, writeBatch } from '../platform/table/batch/batch-write.ts'
import { entity, type ThingOf } from '../platform/table/entity.ts'
import { readAll } from '../platform/table/list/list.ts'

/**
 * Holders of renames that no job has taken yet. A deleted group waits for a job of each: a `prompt` job starts at once
 * and reads the table once, while an earlier `waiting` job may pause between its rounds.
 */
export const Waiting = z.enum(['waiting', 'prompt'])
export type Waiting = z.output<typeof Waiting>

/** Retention in seconds of a rename whose job has failed: 30 days. */
const keptSeconds = 30 * 86_400

const renamePartition = ({ holder }: { holder: string }) => `renames#${holder}`

/**
 * Rename of a person, a group or a contact since a version, deletion of a group, or erasure of a contact, until a job
 * has applied it.
 */
const renames = entity({
  name: 'personal-data.rename',
  isInternal: true,
  schema: z.object({
    holder: z.string(),
    /** ID of the person, group or contact. */
    user_id: z.string(),
    since: z.int(),
    former_name: z.string(),
    /** True for a deleted group, which is removed from all lists. */
    is_deleted: z.boolean().default(false),
    /** True for an erased contact, whose copies keep no name. */
    is_erased: z.boolean().default(false),
    at: timestamp,
  }),
  key: ({ user_id, since, ...place }: { holder: string; user_id: string; since: number }) => ({
    pk: renamePartition(place),
    sk: `rename#${user_id}#${String(since).padStart(10, '0')}`,
  }),
  lists: { of: { partition: renamePartition, prefix: 'rename#' } },
  expires: ({ at }) => Math.floor(Date.parse(at) / 1000) + keptSeconds,
})

type Rename = ThingOf<typeof renames>

const readRenames = async (holder: string): Promise<Rename[]> =>
  (await readAll(renames.in('of', { holder }))) as Rename[]

/** Adds a rename for the next job. */
export const addRename = (
  rename: Omit<Rename, 'is_deleted' | 'is_erased'> & Partial<Rename>,
): Promise<void> => writeBatch([renames.itemOf(renames.make(rename))], [])

/** Gives a job all waiting renames. Renames that it took before it was killed stay with it. */
export const takeRenames = async (job_id: string, from: Waiting): Promise<void> => {
  const waiting = await readRenames(from)
  const taken = waiting.map((rename) => ({ ...rename, holder: job_id }))
  await writeBatch(taken.map(renames.itemOf), [])
  await removeBatch(waiting.map(renames.keyOf))
}

/**
 * Returns the former names of the people, groups and contacts that a job renames, by ID, oldest first, the IDs of the
 * deleted groups that it removes from lists, and those of erased contacts.
 */
export const findRenames = async (job_id: string) => {
  const rows = await readRenames(job_id)
  const deleted = new Set(rows.flatMap(({ user_id, is_deleted }) => (is_deleted ? user_id : [])))
  const renamed = Map.groupBy(
    rows.filter(({ user_id }) => !deleted.has(user_id)),
    ({ user_id }) => user_id,
  )
  return {
    former: new Map([...renamed].map(([id, own]) => [id, own.map(({ former_name }) => former_name)])),
    deleted,
    erased: new Set(rows.flatMap(({ user_id, is_erased }) => (is_erased ? user_id : []))),
  }
}

export const removeRenames = async (job_id: string): Promise<void> =>
  removeBatch((await readRenames(job_id)).map(renames.keyOf))
