import * as z from '../../platform/schema/schema.ts'
import { entity, keyWithin, type ThingOf } from '../../platform/table/entity.ts'
import { projects } from '../project/project.ts'

/**
 * What holds the tasks of a project together: every move takes its version, so that of two that make a circle
 * one fails.
 */
export const trees = entity({
  name: 'task.tree',
  isInternal: true,
  schema: z.object({ project_id: z.string(), version: z.int() }),
  key: keyWithin('project_id', projects, () => 'tree'),
})

export type Tree = ThingOf<typeof trees>
