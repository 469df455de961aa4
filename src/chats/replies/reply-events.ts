import { docs } from '#docs'
import { answeredArray, answeredText, answeredSentence } from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { FunctionCall } from '../message/function-call.ts'
import { maxReplies, Message } from '../message/message.ts'

export const MessageWithReplies = z.described(
  { id: 'MessageWithReplies' },
  {
    message: Message.meta(docs('The new message.')),
    replies: answeredArray(Message, maxReplies).meta(docs('Replies of assistants, pending at first.')),
  },
)

/** Schemas of the `data` of each event in a stream of replies, by event name. */
export const replyEvents = {
  message: MessageWithReplies.meta(docs('The new message; the first event.')),
  delta: z.described(docs('The next part of the text of a reply.'), {
    text: answeredText(409_600).meta(docs('The piece.')),
  }),
  function_call: FunctionCall.meta(docs('A function call, after each change of its status.')),
  done: z.described(docs('A reply is completed, cancelled, or waits for confirmation of a call.'), {
    message: Message.meta(docs('The current state of the reply.')),
  }),
  error: z.described(docs('A reply failed, or continues in the background.'), {
    detail: answeredSentence.meta(docs('The reason, in one sentence.')),
  }),
}
