import * as z from '../schema/schema.ts'
import { entity } from './entity.ts'

/**
 * Rows which say that things are below another, in the partition `parent` of that one: read strongly consistent, so
 * that nothing is overlooked when all below goes. The lists that people see come from indexes.
 */
export const childRows = (name: string) =>
  entity({
    name,
    isInternal: true,
    schema: z.object({ parent: z.string(), id: z.string() }),
    key: ({ parent, id }: { parent: string; id: string }) => ({ pk: parent, sk: `child#${id}` }),
    lists: { of: { partition: ({ parent }: { parent: string }) => parent, prefix: 'child#' } },
  })
