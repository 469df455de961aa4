import { id, nonBlank, upTo } from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { fixed, updateOf } from '../../platform/schema/update-fields.ts'
import { maxMessageAttachments, Message } from './message.ts'
import { docs } from '#docs'
import { attachmentIds } from '../../files/attachment/attachment.ts'

/** What a person writes: 1 to 32 000 characters, and not only spaces. */
const text = nonBlank(32_000).meta(docs('Text.', { examples: ['How do I ask for holidays?'] }))

const { data, reply_to_id } = Message.shape

const mentions = upTo(20, id).meta(
  docs('Ids of participants to notify or, if they are assistants, to ask; at most 20.'),
)

export const NewMessage = z.strictObject({
  text,
  data,
  attachments: attachmentIds(maxMessageAttachments),
  reply_to_id,
  mentions,
})

/** Files as a GET gives them are taken as well. */
const attachments = z
  .array(z.union([id, z.object({ id }).transform((file) => file.id)]))
  .max(maxMessageAttachments)

/** What can be changed of a message: its text. What else its author chose may be sent back as it is. */
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
