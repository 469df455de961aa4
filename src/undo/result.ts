import { docs } from '#docs'
import { Audience } from '../access/audience.ts'
import { maxChanges, ThingChangeView } from '../platform/history/thing-change.ts'
import * as z from '../platform/schema/schema.ts'
import { answeredArray, answeredId, answeredSentence } from '../platform/schema/fields.ts'

/** Options of an undo. */
export const UndoInput = z.strictObject({
  dry_run: z
    .boolean()
    .default(false)
    .meta(docs('True to run all checks and return the changes without making them.', { examples: [true] })),
})

const Left = z.described(docs('A change that stays.', { id: 'LeftChange' }), {
  id: answeredId.meta(docs('Id of the change in the activity.')),
  reason: answeredSentence.meta(docs('Why it was not taken back, in one sentence.')),
})

export const UndoResult = z.described(docs('What was taken back, and what was not.', { id: 'UndoResult' }), {
  undone: answeredArray(answeredId, maxChanges).meta(
    docs('Ids of the changes in the activity that are taken back, now or before.'),
  ),
  left: answeredArray(Left, maxChanges).meta(docs('Changes that stay.')),
  changes: answeredArray(ThingChangeView, maxChanges).meta(
    docs('What this request has changed, or would change in a dry run.'),
  ),
  audience: Audience.nullable().meta(
    docs('In a dry run that would change something, who may see it; null otherwise.'),
  ),
})
export type UndoResult = z.output<typeof UndoResult>
