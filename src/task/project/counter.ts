import * as z from '../../platform/schema/schema.ts'
import { entity, keyWithin, type ThingOf } from '../../platform/table/entity.ts'
import { projects } from './project.ts'

/**
 * Counter of the tasks ever created in a project. `numbers` maps the IDs of tasks created in the last minute to their
 * numbers.
 */
export const counters = entity({
  name: 'task.counter',
  isInternal: true,
  schema: z.object({
    project_id: z.string(),
    last: z.int().default(0),
    numbers: z.record(z.string(), z.int()).default({}),
    version: z.int(),
  }),
  key: keyWithin('project_id', projects, () => 'counter'),
})

export type Counter = ThingOf<typeof counters>
