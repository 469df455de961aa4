import * as z from '../schema/schema.ts'
import { entity } from './entity.ts'

/**
 * Defines rows that list the children of a record in the partition `parent`. They are read with strong consistency, so
 * that a cascading deletion misses none. The lists that people see come from indexes.
 */
export const childRows = (name: string) =>
  entity({
    name,
    isInternal: true,
    schema: z.object({ parent: z.string(), id: z.string() }),
    key: ({ parent, id }: { parent: string; id: string }) => ({ pk: parent, sk: `child#${id}` }),
    lists: { of: { partition: ({ parent }: { parent: string }) => parent, prefix: 'child#' } },
  })
