import { createHash } from 'node:crypto'
import { Reply, type OutgoingHeaders } from '../platform/http/answer.ts'

/** A text that is the same for everybody, under a tag that follows from it. */
export const tagged = (text: string, headers: OutgoingHeaders): Reply<unknown> => {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 16)
  return new Reply(text, { headers: { ...headers, ETag: `"${hash}"` } })
}
