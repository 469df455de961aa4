import { docs } from '#docs'
import { ThingChange } from '../platform/history/thing-change.ts'
import * as z from '../platform/schema/schema.ts'

/** What a call of a function says. */
export const FunctionInput = z.strictObject({
  arguments: z
    .record(z.string(), z.unknown())
    .default({})
    .meta(
      docs('Arguments by name, as described by the function’s `parameters`.', {
        examples: [{ q: 'handbook' }],
      }),
    ),
  dry_run: z
    .boolean()
    .default(false)
    .meta(docs('Make all checks and answer what would be changed, but change nothing.')),
})

/** What comes of it. */
export const FunctionResult = z
  .object({
    result: z.unknown().meta(docs('Response of the operation; null for none and in a dry run.')),
    changes: z
      .array(ThingChange)
      .meta(
        docs('What was changed, or in a dry run would be; empty where nothing of it is kept in the history.'),
      ),
  })
  .meta({ id: 'FunctionResult' })
