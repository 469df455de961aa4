import type * as z from '../../platform/schema/schema.ts'
import { shownCall, type FunctionCall, type StoredCall } from './function-call.ts'
import type { Message, StoredMessage } from './message.ts'
import type { StoredRating } from './rating.ts'

/**
 * Removes the contents of a call for everyone but the requester: it ran with the requester's permissions and may
 * contain what only they may see.
 */
const withoutContents = (call: FunctionCall): FunctionCall => ({
  ...call,
  arguments: {},
  result: null,
  truncated: true,
  error: call.error === null ? null : 'It failed.',
})

/** Returns the calls of a message for a reader; only the requester sees arguments and results. */
export const visibleCalls = ({ calls, asker }: StoredMessage, reader: { id: string }): FunctionCall[] => {
  const shown = (JSON.parse(calls) as StoredCall[]).map(shownCall)
  return asker?.id === reader.id ? shown : shown.map(withoutContents)
}

/** Returns a message for a reader, with their rating. The mentions of a deleted message are stored but not shown. */
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
