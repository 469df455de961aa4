import * as z from '../../platform/schema/schema.ts'
import { entity } from '../../platform/table/entity.ts'

/**
 * That a task is in its project, or below another task, in the partition `parent` of that one: read strongly
 * consistent, so that nothing is overlooked when the project or the parent goes. The lists come from indexes.
 */
export const children = entity({
  name: 'task.child',
  isInternal: true,
  schema: z.object({ parent: z.string(), id: z.string() }),
  key: ({ parent, id }: { parent: string; id: string }) => ({ pk: parent, sk: `child#${id}` }),
  lists: { of: { partition: ({ parent }: { parent: string }) => parent, prefix: 'child#' } },
})
