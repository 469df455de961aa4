import { createHash } from 'node:crypto'
import { HttpReply, type OutgoingHeaders } from '../platform/http/exchange/http-reply.ts'

/** Returns a text that is the same for everyone, with an ETag derived from it. */
export const cacheableText = (text: string, headers: OutgoingHeaders): HttpReply<unknown> => {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 16)
  return new HttpReply(text, { headers: { ...headers, ETag: `"${hash}"` } })
}
