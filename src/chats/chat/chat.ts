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

/** A chat as others point to it. */
export const chatType = { type: 'chat', path: '/chats/{id}' } as const

export const Chat = z.described(docs('A conversation of people and assistants.', { id: 'Chat' }), {
  id: answeredId.meta(docs('Id of the chat.')),
  topic: line(255).meta(docs('What it is about.', { examples: ['Release 2.0'] })),
  participants: answeredArray(Participant, maxParticipants).meta(
    docs('People and assistants in the chat, the owner first.'),
  ),
  owner: Person.meta(docs('Who started it.')),
  last_message: z
    .orNull(LastMessage)
    .meta(docs('The last message; null if there is none since chats have this field.')),
  last_message_at: optionalTime.meta(docs('When the last message was written; null if there is none.')),
  unread_count: answeredCount.meta(
    docs('Number of messages that the caller has not read.', { examples: [3] }),
  ),
  ...versioned,
})

const isUnique = (ids: string[]) => new Set(ids).size === ids.length

/** Ids of participants in a body; participants as a GET gave them are taken as well. */
const participantIds = (most: number) =>
  z
    .array(z.union([id, z.object({ id }).transform((participant) => participant.id)]))
    .max(most)
    .refine(isUnique, 'must not name anyone twice')
    .meta(
      docs(
        `Ids of the people and assistants in the chat besides the owner, at most ${maxOtherParticipants}.`,
      ),
    )

const { topic } = Chat.shape

export const NewChat = z.strictObject({
  topic,
  participants: participantIds(maxOtherParticipants).default([]),
})

/** What can be changed of a chat; the owner may stand among the participants, as a GET gives them. */
export const ChatInput = z.strictObject({ topic, participants: participantIds(maxParticipants) })

/**
 * Rights in a chat and in its messages are decided from this item alone. `message_count` is the number of its last
 * message: numbers count up without a gap, and are the order of the feed.
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

/** The scope of the words by which chats of several people are found; those of one person alone are found beside it. */
export const chatSearchScope = 'chats.chat'
