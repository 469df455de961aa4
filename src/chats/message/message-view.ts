import type * as z from '../../platform/schema/schema.ts'
import { shownCall, type FunctionCall, type StoredCall } from './function-call.ts'
import type { Message, StoredMessage } from './message.ts'
import type { StoredRating } from './rating.ts'

/**
 * What everybody but the asker sees of a call: it was made with the asker's rights, and may hold what they alone may
 * see.
 */
const withoutContents = (call: FunctionCall): FunctionCall => ({
  ...call,
  arguments: {},
  result: null,
  truncated: true,
  error: call.error === null ? null : 'It failed.',
})

/** The calls of a message as its reader sees them: arguments and results are for the asker alone. */
export const visibleCalls = ({ calls, asker }: StoredMessage, reader: { id: string }): FunctionCall[] => {
  const shown = (JSON.parse(calls) as StoredCall[]).map(shownCall)
  return asker?.id === reader.id ? shown : shown.map(withoutContents)
}

/** A message as its reader sees it, with their rating. Whom a deleted one mentioned is kept, but not shown. */
export const presentMessage = (
  message: StoredMessage,
  reader: { id: string },
  own?: Pick<StoredRating, 'rating' | 'comment'>,
): z.input<typeof Message> => ({
  ...message,
  rating: own?.rating ?? null,
  rating_comment: own?.comment ?? null,
  data: message.data === null ? null : (JSON.parse(message.data) as Record<string, unknown>),
  mentions: message.deleted_at === null ? message.mentions : [],
  function_calls: visibleCalls(message, reader),
})
