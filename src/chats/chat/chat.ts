import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { entity, type ThingOf } from '../../platform/table/entity.ts'
import {
  answeredArray,
  answeredId,
  id,
  line,
  Person,
  versioned,
  answeredCount,
  optionalTime,
} from '../../platform/schema/fields.ts'
import { LastMessage, StoredLastMessage } from './last-message.ts'
import { maxOtherParticipants, maxParticipants, Participant } from './participant.ts'

/** A chat as other resources refer to it. */
export const chatType = { type: 'chat', path: '/chats/{id}' } as const

export const Chat = z.described(docs('A conversation of people and assistants.', { id: 'Chat' }), {
  id: answeredId.meta(docs('ID of the chat.')),
  topic: line(255).meta(docs('Topic of the chat.', { examples: ['Release 2.0'] })),
  participants: answeredArray(Participant, maxParticipants).meta(
    docs('People and assistants in the chat, the owner first.'),
  ),
  owner: Person.meta(docs('The person who started it.')),
  last_message: z
    .orNull(LastMessage)
    .meta(docs('The last message; null if the chat has had no message since this field was introduced.')),
  last_message_at: optionalTime.meta(docs('Time of the last message; null if there is none.')),
  unread_count: answeredCount.meta(docs('Number of messages unread by the caller.', { examples: [3] })),
  ...versioned,
})

const isUnique = (ids: string[]) => new Set(ids).size === ids.length

/** IDs of participants in a request body; also accepts participants as returned by a GET. */
const participantIds = (most: number) =>
  z
    .array(z.union([id, z.object({ id }).transform((participant) => participant.id)]))
    .max(most)
    .refine(isUnique, 'must not name a person or an assistant twice')
    .meta(
      docs(
        `IDs of the people and assistants in the chat besides the owner, at most ${maxOtherParticipants}.`,
      ),
    )

const { topic } = Chat.shape

export const NewChat = z.strictObject({
  topic,
  participants: participantIds(maxOtherParticipants).default([]),
})

/** Fields of a chat that can be changed; the participants may include the owner, as in the response of a GET. */
export const ChatInput = z.strictObject({ topic, participants: participantIds(maxParticipants) })

/**
 * A chat. This item alone decides the permissions for the chat and its messages. `message_count` is the number of the
 * last message: numbers have no gaps and are the order of the feed.
 */
export const chats = entity({
  name: 'chats.chat',
  schema: Chat.omit({ unread_count: true }).extend({
    last_message: z.orNull(StoredLastMessage),
    message_count: z.int().default(0),
  }),
  key: ({ id }: { id: string }) => ({ pk: `chat#${id}`, sk: 'chat' }),
  counters: ['last_message', 'last_message_at', 'message_count'],
})

export type StoredChat = ThingOf<typeof chats>

/** Search scope of chats with several people; chats with one person have a scope of their own. */
export const chatSearchScope = 'chats.chat'
