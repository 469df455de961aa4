import * as z from '../platform/schema/schema.ts'
import { Effect } from '../functions/function.ts'

export const CallStatus = z.enum(['waiting', 'pending', 'completed', 'failed', 'refused']).meta({
  description:
    'Where a call stands: to be made or under way, waiting for a person to confirm it, refused by them, or over.',
})

/** A call of a function that an assistant makes, as its reply shows it. */
export const FunctionCall = z
  .object({
    id: z.string().meta({ description: 'Id of the call within the reply.', examples: ['0.0'] }),
    name: z.string().meta({ description: 'Name of the function.', examples: ['wiki_create_page'] }),
    arguments: z.record(z.string(), z.unknown()).meta({ description: 'What it is called with.' }),
    effect: Effect.nullable().meta({ description: 'What it does; null when there is no such function.' }),
    status: CallStatus,
    result: z
      .unknown()
      .meta({ description: 'What came of it; its beginning as text when that is longer than 16 KiB.' }),
    truncated: z
      .boolean()
      .meta({ description: 'The result or the arguments are longer than what is shown.' }),
    error: z.string().nullable().meta({ description: 'Why it failed, in one sentence.' }),
  })
  .meta({ id: 'FunctionCall', description: 'A call of a function that an assistant has made.' })
export type FunctionCall = z.output<typeof FunctionCall>
