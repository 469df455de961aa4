import { Readable } from 'node:stream'
import { attachmentNamed, toFileName } from '../../platform/runtime/content-disposition.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { HttpReply } from '../../platform/http/exchange/http-reply.ts'
import { streaming } from '../../platform/http/exchange/response-stream.ts'
import { exportMarkdown as toMarkdown } from '../chat-export.ts'

export const exportChat = endpoint('GET /chats/{id}/export', {
  summary: 'Export a chat as Markdown',
  success: 'The chat, as a file to save.',
  description:
    'For its participants: all messages, oldest first, with authors, times, files and sources. Arguments and ' +
    'results of function calls are included for the person who requested the reply.',
  stream: streaming,
  produces: 'text/markdown; charset=utf-8',
  handle: async ({ actor, params }) => {
    const { chat, markdown } = await toMarkdown(actor, params.id)
    return new HttpReply(Readable.from(markdown, { objectMode: false }), {
      headers: { 'Content-Disposition': attachmentNamed(toFileName(chat.topic, 'md')) },
    })
  },
})
