import * as z from '../../platform/schema/schema.ts'
import { entity, keyWithin, type ThingOf } from '../../platform/table/entity.ts'
import { projects } from './project.ts'

/**
 * The task tree of a project: every move increments its version, so that one of two moves that would form a cycle
 * fails.
 */
export const trees = entity({
  name: 'task.tree',
  isInternal: true,
  schema: z.object({ project_id: z.string(), version: z.int() }),
  key: keyWithin('project_id', projects, () => 'tree'),
})

export type Tree = ThingOf<typeof trees>
