import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { Attachment, StoredAttachment } from '../../files/attachment/attachment.ts'
import { tokenScopes } from '../../platform/identity/token-scope.ts'
import { entity, type ThingOf } from '../../platform/table/entity.ts'
import {
  answeredArray,
  answeredText,
  answeredId,
  id,
  Person,
  timestamp,
  versioned,
  answeredCount,
  answeredSentence,
  optionalTime,
} from '../../platform/schema/fields.ts'
import { maxParticipants, Participant } from '../chat/participant.ts'
import { FunctionCall } from './function-call.ts'
import { maxKeptCalls } from './limits.ts'
import { maxSteps } from '../../assistants/assistant/limits.ts'
import { Citation, maxSources } from './citation.ts'
import { Origin } from './origin.ts'
import { ratingComment, ratingValue } from './rating-fields.ts'

export const messagePath = '/chats/{id}/messages/{message_id}'

export const MessageStatus = z
  .enum(['pending', 'requires_action', 'completed', 'failed', 'cancelled'])
  .meta(
    docs(
      'Status of a reply: being written, waiting for confirmation of a call, completed, failed or cancelled. ' +
        'Messages from people are `completed`.',
    ),
  )

/**
 * Maximum number of assistants that answer a message: one transaction writes the message with its replies, and DynamoDB
 * allows 100 writes in it.
 */
export const maxReplies = 20

/** Maximum number of files of a message. */
export const maxMessageAttachments = 10

const maxDataBytes = 16_384

/** Returns true if JSON preserves a value: JSON has no infinity, to which too large numbers are parsed. */
const isPreserved = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).every(isPreserved)
    : typeof value !== 'number' || Number.isFinite(value)

const data = z
  .orNull(
    z
      .record(z.string(), z.unknown())
      .refine(isPreserved, 'must not have numbers that are too large for a double, such as 1e400')
      .refine(
        (value) => Buffer.byteLength(JSON.stringify(value)) <= maxDataBytes,
        `must not be larger than ${maxDataBytes} bytes`,
      ),
  )
  .meta(
    docs(
      'Any JSON object of up to 16 KiB, returned unchanged. As in every body, fields must not be named ' +
        '`__proto__`, and fields named `constructor` must not contain a `prototype`.',
      { examples: [{ ref: 12 }] },
    ),
  )

const usage = z.object({
  input_tokens: answeredCount.meta(docs('Number of tokens read by the model.')),
  output_tokens: answeredCount.meta(docs('Number of tokens written by the model.')),
})

export const Message = z.described(docs('A message of a chat.', { id: 'Message' }), {
  id: answeredId.meta(docs('ID of the message.')),
  chat_id: answeredId.meta(docs('ID of the chat.')),
  role: z.enum(['user', 'assistant']).meta(docs('Type of the author: a person or an assistant.')),
  author: Participant.meta(docs('The author.')),
  text: answeredText(409_600).meta(
    docs(
      'Text of the message; for an unfinished reply, the text written up to now. Parts from sources that the ' +
        'caller may not read now are replaced by `[…]`.',
    ),
  ),
  data,
  attachments: answeredArray(Attachment, maxMessageAttachments).default([]).meta(docs('Attached files.')),
  reply_to_id: z.orNull(id).meta(docs('ID of the message to which it replies.')),
  mentions: answeredArray(answeredId, maxParticipants)
    .default([])
    .meta(docs('IDs of the mentioned participants.')),
  status: MessageStatus.default('completed'),
  function_calls: z
    .array(FunctionCall)
    .default([])
    .meta(
      docs('Function calls that an assistant made, in order.', {
        // the last step makes no calls, and a search before the first step may ask for approval
        maxItems: (maxSteps - 1) * maxKeptCalls + 1,
      }),
    ),
  sources: answeredArray(Citation, maxSources)
    .default([])
    .meta(
      docs(
        'Sources cited by their numbers, as in `[1]`: those that the caller may read now, or that the person ' +
          'who requested the reply has shown to them.',
      ),
    ),
  model_id: z.orNull(answeredText(200)).meta(docs('The model that wrote it.')),
  usage: z.orNull(usage).meta(docs('Token usage.')),
  error: z.orNull(answeredSentence).meta(docs('Reason of the failure of a reply, in one sentence.')),
  rating: z.orNull(ratingValue).meta(docs('The caller’s rating of a reply.')),
  rating_comment: ratingComment.meta(docs('The caller’s comment on the reply, visible only to them.')),
  edited_at: optionalTime.meta(docs('Time when its author last changed the text; null if never.')),
  deleted_at: optionalTime.meta(docs('Time when its author deleted it; null if never.')),
  version: versioned.version,
  created_at: timestamp.meta(docs('Time when it was written or requested.')),
  updated_at: timestamp.meta(docs('Time of its last change.')),
})

/** Returns the sort key of a message: the order of a chat's feed, and the cursor of its pages. */
export const messageSortKey = (number: number): string => `message#${String(number).padStart(10, '0')}`

/**
 * A message, in the partition of its chat by its number, and in a list of the chat's messages by last change.
 *
 * Fields of a reply: `asker` wrote the message that it answers, and the reply acts with their permissions;
 * `asker_scope` limits these if an access token, with the ID `asker_token_id`, sent that message. `decisions` are the
 * calls that the asker has approved or refused; `waiting_since` is the time since which calls wait for them, and
 * `assistant_version` the version of the assistant that made the calls. `has_read_others` is true if texts by others
 * went into the reply, and unknown if absent. `requested_model_id` is the model that the asker chose instead of the
 * assistant's. `streamed` is true if the request for the reply also writes it. `origins` are the resources that the
 * model had read, `audience` the IDs of the people present at that time, including the asker, and `quoted` the parts of
 * the text that come from each origin: they decide which parts each reader may see now.
 *
 * `data` and the calls are stored as JSON text, since clients may nest them deeper than DynamoDB allows (32 levels).
 */
export const messages = entity({
  name: 'chats.message',
  schema: Message.omit({ function_calls: true, rating: true, rating_comment: true }).extend({
    attachments: z.array(StoredAttachment).default([]),
    data: z.orNull(z.string()),
    calls: z.string().default('[]'),
    number: z.int(),
    asker: z.orNull(Person),
    asker_scope: z.enum(tokenScopes).optional(),
    asker_token_id: z.orNull(z.string()),
    decisions: z.record(z.string(), z.boolean()).default({}),
    waiting_since: timestamp.nullable().optional(),
    assistant_version: z.int().optional(),
    has_read_others: z.boolean().optional(),
    requested_model_id: z.string().nullable().optional(),
    streamed: z.boolean().default(false),
    origins: z.array(Origin).optional(),
    audience: z.array(z.string()).optional(),
    quoted: z.string().optional(),
  }),
  key: ({ chat_id, number }: { chat_id: string; number: number }) => ({
    pk: `chat#${chat_id}`,
    sk: messageSortKey(number),
  }),
  lists: {
    ofChat: { partition: ({ chat_id }: { chat_id: string }) => `chat#${chat_id}`, prefix: 'message#' },
    changes: {
      index: 'gsi1',
      partition: ({ chat_id }: { chat_id: string }) => `chat-changes#${chat_id}`,
      sort: ({ updated_at, number }) => `${updated_at}#${messageSortKey(number)}`,
    },
  },
})

export type StoredMessage = ThingOf<typeof messages>
