import { id, nonBlank, upTo } from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { fixed, updateOf } from '../../platform/schema/update-fields.ts'
import { maxMessageAttachments, Message } from './message.ts'
import { docs } from '#docs'
import { attachmentIds } from '../../files/attachment/attachment.ts'

/** Text by a person: 1 to 32,000 characters, not only white space. */
const text = nonBlank(32_000).meta(docs('Text.', { examples: ['How do I ask for holidays?'] }))

const { data, reply_to_id } = Message.shape

const mentions = upTo(20, id).meta(
  docs('IDs of participants to notify or, if they are assistants, to ask; at most 20.'),
)

export const NewMessage = z.strictObject({
  text,
  data,
  attachments: attachmentIds(maxMessageAttachments),
  reply_to_id,
  mentions,
})

/** IDs of files; also accepts files as returned by a GET. */
const attachments = z
  .array(z.union([id, z.object({ id }).transform((file) => file.id)]))
  .max(maxMessageAttachments)

/** Fields of a message in an update: only the text can change; the other fields may be sent back unchanged. */
export const MessageInput = updateOf(
  z.strictObject({
    text,
    data: fixed(data),
    attachments: fixed(attachments),
    reply_to_id: fixed(reply_to_id),
    mentions: fixed(mentions),
  }),
  Message,
)
