import { PassThrough, type Readable } from 'node:stream'
import type { Reader } from '../../platform/resource.ts'
import { log } from '../../platform/runtime/log.ts'
import { inRequest, noSession, requestContext } from '../../platform/runtime/request-context.ts'
import type { Lease } from '../lease.ts'
import { Message, messages, type StoredMessage } from '../message/message.ts'
import { presentMessage } from '../message/message-view.ts'
import { MessageWithReplies } from './reply-events.ts'
import type { SentMessage } from '../message/sent-message.ts'
import { presentSentMessage } from './sent-answer.ts'
import { toVisible } from '../message/visible-sources.ts'

/** Interval of comments that keep intermediaries from closing the stream (ms). */
const heartbeatMilliseconds = 10_000

/** Formats an event of the stream (HTML standard, "Server-sent events"); `id` is the ID of the event's message. */
const formatEvent = (event: string, id: string, data: object) =>
  `event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`

/** Returns a message as its asker may see it now; only the asker gets the stream. */
const toEventData = async (asker: Reader, message: StoredMessage) =>
  Message.parse(presentMessage(await toVisible(asker, message), asker))

const unfinishedDetail = 'The reply could not be finished here; it continues in the background.'

/**
 * Writes the replies of a sent message concurrently, as a stream of server-sent events: `message` first, then `delta`,
 * `function_call`, and `done` or `error` for each reply. Completes the replies even if the client disconnects.
 */
export const streamReplies = (asker: Reader, sent: SentMessage): Readable => {
  const { requestId } = requestContext()
  const stream = new PassThrough()
  const send = (event: string, id: string, data: object) =>
    void (stream.destroyed || stream.write(formatEvent(event, id, data)))
  const timer = setInterval(() => stream.destroyed || stream.write(':\n\n'), heartbeatMilliseconds)

  const write = async (reply: StoredMessage, lease: Lease | undefined) => {
    try {
      // imported on demand: it brings the models and all functions of assistants
      const { runReply } = await import('./run.ts')
      await runReply(reply, (event, data) => send(event, reply.id, data), lease)
      const message = await messages.get(reply)
      if (message.status === 'pending') send('error', reply.id, { detail: unfinishedDetail })
      else if (message.status === 'failed') send('error', reply.id, { detail: message.error })
      else send('done', reply.id, { message: await toEventData(asker, message) })
    } catch (error) {
      log.error('streamed reply was cut off', error)
      send('error', reply.id, { detail: unfinishedDetail })
    }
  }

  const { message, replies } = sent
  const writeAll = async () => {
    const { message: sentMessage, replies: pending } = await presentSentMessage(asker, sent)
    send('message', message.id, MessageWithReplies.parse({ message: sentMessage, replies: pending }))
    await Promise.all(replies.map(({ reply, lease }) => write(reply, lease)))
  }
  void inRequest({ requestId, confirmSession: noSession }, () =>
    writeAll().finally(() => {
      clearInterval(timer)
      stream.end()
    }),
  )
  return stream
}
