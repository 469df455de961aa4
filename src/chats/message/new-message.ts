import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { attachmentIds } from '../../files/attachment/attachment.ts'
import { id, nonBlank } from '../../platform/schema/fields.ts'
import { Message } from './message.ts'

/** What a person writes: 1 to 32 000 characters, and not only spaces. */
const text = nonBlank(32_000).meta(docs('Text.', { examples: ['How do I ask for holidays?'] }))

const { data, reply_to_id } = Message.shape

/** What a new message is made from. */
export const NewMessage = z.strictObject({
  text,
  data,
  attachments: attachmentIds(10),
  reply_to_id,
  mentions: z
    .array(id)
    .max(20)
    .default([])
    .meta(docs('Ids of participants to notify or, if they are assistants, to ask; at most 20.')),
})
