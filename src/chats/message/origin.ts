import * as z from '../../platform/schema/schema.ts'
import { refKey, type ResourceRef } from '../../platform/resource-ref.ts'
import { visibleText, type QuotedRange } from './visible-text.ts'

/**
 * A resource whose text the model had read when it wrote a reply. If `is_let_in`, the asker has allowed the audience of
 * the reply to read the quotations of it, as long as the asker may read the resource.
 */
export const Origin = z.object({ type: z.string(), id: z.string(), is_let_in: z.boolean().default(false) })
export type Origin = z.output<typeof Origin>

interface Reply {
  text: string
  sources: (ResourceRef & { quote: string })[]
  origins?: Origin[] | undefined
  quoted?: string | undefined
}

/** Returns the resources that a reply was made from. */
export const replyOrigins = ({ origins = [] }: Pick<Reply, 'origins'>): Origin[] => origins

/**
 * Returns a reply for a reader who may see only some of its origins: without the sources and the parts of its text that
 * come from others, and without any text if these parts are unknown. `hasHeard` is true if the reader was present when
 * the reply was written; other readers do not get parts without an origin either.
 */
export const withoutHidden = <M extends Reply>(
  reply: M,
  isShown: (origin: Origin) => boolean,
  hasHeard: boolean,
): M => {
  const origins = replyOrigins(reply)
  const shown = origins.map(isShown)
  if (shown.every(Boolean)) return reply
  const keys = new Set(origins.filter((_, index) => shown[index]).map(refKey))
  const { quoted, text } = reply
  const ranges = quoted === undefined ? undefined : (JSON.parse(quoted) as QuotedRange[])
  return {
    ...reply,
    text: visibleText(text, ranges, (index) => shown[index] === true, hasHeard),
    sources: reply.sources.filter((source) => keys.has(refKey(source))),
  }
}
