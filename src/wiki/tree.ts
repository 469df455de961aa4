import * as z from '../platform/schema/schema.ts'
import { entity, type ThingOf } from '../platform/table/entity.ts'
import { now } from '../platform/runtime/time.ts'
import { spaces } from './space.ts'

/**
 * What holds the pages of a space together. Every move takes its version, so that of two moves that would make a circle
 * the second sees the first. `sweeps` are the removed pages below which others are still being removed.
 */
export const trees = entity({
  name: 'wiki.tree',
  schema: z.object({
    space_id: z.string(),
    sweeps: z.array(z.object({ page_id: z.string(), ended_at: z.string().nullable() })).default([]),
    version: z.int(),
  }),
  key: ({ space_id }: { space_id: string }) => ({ pk: spaces.keyOf({ id: space_id }).pk, sk: 'tree' }),
})

export type Tree = ThingOf<typeof trees>

/** A request that read a page before it was swept has answered by then. */
const staleReadMilliseconds = 60_000

const isActive = ({ ended_at }: Tree['sweeps'][number]) =>
  ended_at === null || Date.parse(ended_at) + staleReadMilliseconds > Date.now()

/** There may be pages in the space of which something above is gone already. */
export const mayHaveOrphans = ({ sweeps }: Tree): boolean => sweeps.some(isActive)

export const withSweep = ({ sweeps }: Tree, page_id: string): Tree['sweeps'] => [
  ...sweeps.filter(isActive),
  { page_id, ended_at: null },
]

export const withoutSweep = ({ sweeps }: Tree, page_id: string): Tree['sweeps'] =>
  sweeps.map((sweep) => (sweep.page_id === page_id ? { page_id, ended_at: now() } : sweep))
