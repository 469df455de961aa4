import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { answeredText, timestamp } from '../../platform/schema/fields.ts'
import { Participant } from './participant.ts'

export const LastMessage = z.described(docs('The last message of a chat.', { id: 'LastMessage' }), {
  author: Participant.meta(docs('Author of the message.')),
  excerpt: answeredText(400).meta(
    docs(
      'The first 200 characters; empty for a deleted message. In lists, quotations in replies are replaced by `[…]`.',
    ),
  ),
  created_at: timestamp.meta(docs('Time of the message.')),
})

/**
 * A last message as stored: its number and version decide which message is the newest; `audience` limits its readers.
 */
export const StoredLastMessage = LastMessage.extend({
  number: z.int(),
  version: z.int(),
  audience: z.array(z.string()).nullable(),
})
type Stored = z.output<typeof StoredLastMessage>

/**
 * Returns true if a message comes after another one, or is a newer state of the same message. A changed name in its
 * text does not change the version.
 */
export const isNewer = (one: Stored | null, other: Stored | null | undefined): boolean => {
  if (!one || !other) return one !== null
  if (one.number !== other.number) return one.number > other.number
  return one.version > other.version || (one.version === other.version && one.excerpt !== other.excerpt)
}

/** Returns the last message for a reader; hides a reply with sources from people who joined the chat after it. */
export const presentLastMessage = (last: Stored | null, { id }: { id: string }) =>
  last && { ...last, excerpt: last.audience?.includes(id) === false ? omission : last.excerpt }

const omission = '[…]'
