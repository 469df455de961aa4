import { docs } from '#docs'
import { answeredSentence } from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { FunctionCall } from '../message/function-call.ts'
import { maxReplies, Message } from '../message/message.ts'

/** A message that was sent, with the replies to come. */
export const MessageWithReplies = z
  .object({
    message: Message.meta(docs('The message that was sent.')),
    replies: z
      .array(Message)
      .meta(docs('Replies of assistants, pending at first.', { maxItems: maxReplies })),
  })
  .meta({ id: 'MessageWithReplies' })

/** What each event of streamed replies says in its `data`, by its name. */
export const replyEvents = {
  message: MessageWithReplies.meta(docs('The message that was sent; the first event.')),
  delta: z
    .object({ text: z.string().meta(docs('The piece.', { maxLength: 409_600 })) })
    .meta(docs('The next piece of the text of a reply.')),
  function_call: FunctionCall.meta(docs('A call of a function, whenever its status changes.')),
  done: z
    .object({ message: Message.meta(docs('The reply as it is now.')) })
    .meta(docs('A reply is completed, cancelled, or waits for a person to confirm a call.')),
  error: z
    .object({ detail: answeredSentence.meta(docs('Why, in one sentence.')) })
    .meta(docs('A reply failed, or continues in the background.')),
}
