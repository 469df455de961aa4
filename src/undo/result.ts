import { docs } from '#docs'
import { Audience } from '../access/audience.ts'
import { maxChanges, ThingChangeView } from '../platform/history/thing-change.ts'
import * as z from '../platform/schema/schema.ts'
import { answeredArray, answeredId, answeredSentence } from '../platform/schema/fields.ts'

export const UndoInput = z.strictObject({
  dry_run: z
    .boolean()
    .default(false)
    .meta(docs('True to run all checks and return the changes without making them.', { examples: [true] })),
})

const Left = z.described(docs('A change that was not undone.', { id: 'LeftChange' }), {
  id: answeredId.meta(docs('ID of the change in the activity.')),
  reason: answeredSentence.meta(docs('Reason why the change was not undone, in one sentence.')),
})

export const UndoResult = z.described(
  docs('The changes that were undone and those that were not.', { id: 'UndoResult' }),
  {
    undone: answeredArray(answeredId, maxChanges).meta(
      docs('IDs of the changes in the activity that have been undone, by this request or before.'),
    ),
    left: answeredArray(Left, maxChanges).meta(docs('Changes that were not undone.')),
    changes: answeredArray(ThingChangeView, maxChanges).meta(
      docs('Changes made by this request; in a dry run, the changes it would make.'),
    ),
    audience: Audience.nullable().meta(
      docs('In a dry run that would change a resource, the people who may see it; otherwise null.'),
    ),
  },
)
export type UndoResult = z.output<typeof UndoResult>
