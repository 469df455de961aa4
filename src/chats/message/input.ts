import { id } from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { fixed, updateOf } from '../../platform/schema/update-fields.ts'
import { Message } from './message.ts'
import { NewMessage } from './new-message.ts'

const { text, data, reply_to_id, mentions } = NewMessage.shape

/** Files as a GET gives them are taken as well. */
const attachments = z.array(z.union([id, z.object({ id }).transform((file) => file.id)])).max(10)

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
