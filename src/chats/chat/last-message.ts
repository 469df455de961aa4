import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { answeredText, timestamp } from '../../platform/schema/fields.ts'
import { Participant } from './participant.ts'

export const LastMessage = z.described(docs('The last message of a chat.', { id: 'LastMessage' }), {
  author: Participant.meta(docs('Who wrote it.')),
  excerpt: answeredText(400).meta(
    docs(
      'The first 200 characters; none of a deleted message. Lists have `[…]` in place of what a reply quotes.',
    ),
  ),
  created_at: timestamp.meta(docs('When it was written.')),
})

/** The same with its number and version, by which the newest is kept, and with whom it may be shown to, if not all. */
export const StoredLastMessage = LastMessage.extend({
  number: z.int(),
  version: z.int(),
  audience: z.array(z.string()).nullable(),
})
type Stored = z.output<typeof StoredLastMessage>

/**
 * Whether a message is behind another one, or is the same after a change. Another name in its text is no new version.
 */
export const isNewer = (one: Stored | null, other: Stored | null | undefined): boolean => {
  if (!one || !other) return one !== null
  if (one.number !== other.number) return one.number > other.number
  return one.version > other.version || (one.version === other.version && one.excerpt !== other.excerpt)
}

/** What somebody sees of it: nothing of a reply with sources that was written before they came. */
export const presentLastMessage = (last: Stored | null, { id }: { id: string }) =>
  last && { ...last, excerpt: last.audience?.includes(id) === false ? omission : last.excerpt }

const omission = '[…]'
