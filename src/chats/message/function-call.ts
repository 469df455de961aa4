import { docs } from '#docs'
import { answeredText } from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { FunctionEffect } from '../../functions/effect.ts'

export const CallStatus = z
  .enum(['waiting', 'pending', 'completed', 'failed', 'refused', 'undone'])
  .meta(
    docs(
      'Status of a call: pending or running, waiting for confirmation by a person, refused, finished, or ' +
        'finished and undone.',
    ),
  )

/** A function call of an assistant, as its reply shows it. */
export const FunctionCall = z.described(
  docs('A function call made by an assistant.', { id: 'FunctionCall' }),
  {
    id: answeredText(20).meta(docs('ID of the call within the reply.', { examples: ['0.0'] })),
    name: answeredText(128).meta(
      docs(
        'Name of the function. `search_read`, which is not in `GET /functions`, reveals to the chat results ' +
          'that not all participants may read; its arguments name the results and the participants.',
        { examples: ['wiki_create_page'] },
      ),
    ),
    arguments: z
      .record(z.string(), z.unknown())
      .meta(docs('Arguments of the call; empty for everyone but the person who requested the reply.')),
    effect: FunctionEffect.nullable().meta(docs('Effect of the function; null if it does not exist.')),
    status: CallStatus,
    result: z
      .unknown()
      .meta(
        docs(
          'The result, for the person who requested the reply; if it is longer than 16 KiB, its beginning as text.',
        ),
      ),
    truncated: z.boolean().meta(docs('True if the result or the arguments are truncated or left out.')),
    error: answeredText(300).nullable().meta(docs('Reason of the failure, in one sentence.')),
  },
)
export type FunctionCall = z.output<typeof FunctionCall>

/** A call as stored; `writes` are its writes that the history records (src/undo/reply-history.ts). */
export type StoredCall = FunctionCall & { writes?: string[] }

export const shownCall = (call: StoredCall): FunctionCall => {
  const { writes: _, ...shown } = call
  return shown
}
