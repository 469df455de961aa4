import { HttpReply } from '../../platform/http/exchange/http-reply.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { streaming } from '../../platform/http/exchange/response-stream.ts'
import { MessageWithReplies, replyEvents } from '../replies/reply-events.ts'
import { isEventStream, presentSentMessage } from '../replies/sent-answer.ts'
import { NewMessage } from '../message/input.ts'
import { messages } from '../message/message.ts'
import { sendMessage } from '../message/send-message.ts'
import { tooManyReplies, tokensUsedUp } from '../../models/usage-problems.ts'
import { attachmentProblems } from '../../files/problems.ts'

export const createMessage = endpoint('POST /chats/{id}/message', {
  summary: 'Send a message',
  success: 'The new message with its pending replies, or the stream of them.',
  sharing: ['attachments'],
  description:
    'An assistant answers if it is the only other participant, or is mentioned. It reads the text of attached ' +
    'files, and sees images if its model supports them. If others are in the chat, it reads only resources ' +
    'that all of them may read, and asks the caller before it uses others. `replies` are the answers, pending ' +
    'at first and completed in place. With `Accept: text/event-stream` they are streamed as server-sent events ' +
    '`message`, `delta`, `function_call`, `done` and `error`; the ID of an event is that of its message. If ' +
    'the connection breaks, read the chat.',
  body: NewMessage,
  headers: { Accept: 'With `text/event-stream`, the response is a stream of server-sent events.' },
  stream: streaming,
  invokesEndpoints: true,
  profile: 'chats',
  response: MessageWithReplies,
  events: replyEvents,
  location: '/chats/{message.chat_id}/messages/{message.id}',
  problems: [
    ...attachmentProblems,
    tooManyReplies,
    tokensUsedUp,
    messages.absent.as({ when: 'The request was sent before, and its message has been deleted since.' }),
  ],
  handle: async ({ actor, params, body, header }) => {
    const streamed = isEventStream(header('accept'))
    const sent = await sendMessage(actor, params.id, body, streamed)
    const answer = await presentSentMessage(actor, sent)
    if (!streamed) return new HttpReply(answer)
    const { streamReplies } = await import('../replies/reply-stream.ts')
    const headers = { 'Content-Type': 'text/event-stream; charset=utf-8' }
    return new HttpReply(answer, { headers, stream: () => streamReplies(actor, sent) })
  },
})
