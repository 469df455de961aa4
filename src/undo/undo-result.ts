import { ThingChange } from '../platform/history/thing-change.ts'
import * as z from '../platform/schema/schema.ts'

/** How changes are to be taken back. */
export const UndoInput = z.strictObject({
  dry_run: z
    .boolean()
    .default(false)
    .meta({
      description: 'Make all checks and answer what would be changed, but change nothing.',
      examples: [true],
    }),
})

const Left = z
  .object({
    id: z.string().meta({ description: 'Id of the change in the activity.' }),
    reason: z.string().meta({ description: 'Why it was not taken back, in one sentence.' }),
  })
  .meta({ id: 'LeftChange', description: 'A change that stays.' })

/** What was taken back. */
export const UndoResult = z
  .object({
    undone: z
      .array(z.string())
      .meta({ description: 'Ids of the changes in the activity that are taken back, now or before.' }),
    left: z.array(Left).meta({ description: 'Changes that stay.' }),
    changes: z
      .array(ThingChange)
      .meta({ description: 'What this request has changed for it, or in a dry run would change.' }),
  })
  .meta({ id: 'UndoResult', description: 'What was taken back, and what was not.' })
export type UndoResult = z.output<typeof UndoResult>
