import * as z from '../../platform/schema/schema.ts'
import { entity } from '../../platform/table/entity.ts'

/**
 * That a page is below another, or as a root below its space, in the partition `parent` of that one: read strongly
 * consistent, so that nothing is overlooked when all below goes. The list that people see comes from an index.
 */
export const children = entity({
  name: 'wiki.child',
  isInternal: true,
  schema: z.object({ parent: z.string(), id: z.string() }),
  key: ({ parent, id }: { parent: string; id: string }) => ({ pk: parent, sk: `child#${id}` }),
  lists: { of: { partition: ({ parent }: { parent: string }) => parent, prefix: 'child#' } },
})
