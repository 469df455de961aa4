import { createHmac, randomBytes } from 'node:crypto'
import * as z from '../../platform/schema/schema.ts'
import { entity } from '../../platform/table/entity.ts'

/** Minimum number of people who must have searched a stem before it is stored readably or shown. */
export const minPeople = 5

const hourSeconds = 3_600
const daySeconds = 24 * hourSeconds

/** Time for which a person counts, in seconds: 30 days, up to the hour. */
export const countedSeconds = 30 * daySeconds

/** Rounds a time in seconds down to the hour, so that rows cannot be matched with each other or with logs. */
export const toHour = (seconds: number): number => seconds - (seconds % hourSeconds)

/** Key of all digests below. Read-only functions may write rows below `gap#` (infra/template/roles.yml). */
const gapKeys = entity({
  name: 'search.gap_key',
  isInternal: true,
  schema: z.object({ key: z.string() }),
  key: () => ({ pk: 'gap#', sk: 'key' }),
})

/**
 * A person who searched a stem without result, by digests: `gap` of the stem, and `mark` of the person, which differs
 * for each stem. The row contains nothing else.
 */
export const gapMarks = entity({
  name: 'search.gap_mark',
  isInternal: true,
  schema: z.object({ gap: z.string(), mark: z.string(), until: z.int() }),
  key: ({ gap, mark }: { gap: string; mark: string }) => ({ pk: `gap#${gap}`, sk: `mark#${mark}` }),
  lists: { ofGap: { partition: ({ gap }: { gap: string }) => `gap#${gap}`, prefix: 'mark#' } },
  expires: ({ until }) => until,
})

/** A stem that enough people have searched without result. */
export const gaps = entity({
  name: 'search.gap',
  isInternal: true,
  schema: z.object({ gap: z.string(), stem: z.string(), last_at: z.string(), until: z.int() }),
  key: ({ gap }: { gap: string }) => ({ pk: `gap#${gap}`, sk: 'stem' }),
  lists: {
    all: {
      index: 'gsi1',
      partition: () => 'gaps',
      sort: ({ last_at, gap }) => `${last_at}#${gap}`,
      order: 'descending',
    },
  },
  expires: ({ until }) => until,
})

let known: string | undefined

const loadKey = async (): Promise<string> => {
  const stored = await gapKeys.find({})
  if (stored) return stored.key
  await gapKeys.ensure(gapKeys.make({ key: randomBytes(32).toString('base64url') }))
  // concurrent calls agree on the stored key
  return loadKey()
}

const digest = (key: string, ...parts: string[]) =>
  createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url').slice(0, 22)

/** Returns the functions that compute the digests of stems and of people. */
export const loadDigests = async () => {
  const key = (known ??= await loadKey())
  return {
    ofStem: (stem: string) => digest(key, 'stem', stem),
    ofPerson: (gap: string, person_id: string) => digest(key, 'person', gap, person_id),
  }
}
