import * as z from '../../platform/schema/schema.ts'
import { refKey, type ResourceRef } from '../../platform/resource-ref.ts'
import { visibleText, type QuotedRange } from './visible-text.ts'

/**
 * A thing whose text was before the model when it wrote a reply. With `is_let_in`, the asker has let those who were
 * there read what is quoted of it, for as long as they may read it themselves.
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
export const originsOf = ({ origins = [] }: Pick<Reply, 'origins'>): Origin[] => origins

/**
 * A reply for somebody to whom only what comes from some of its origins is shown: without the sources and the parts of
 * its text that come from others. While nobody knows which parts these are, all of the text is left out. `hasHeard`
 * says whether they were there when it was written: who was not gets no part either that names no source.
 */
export const withoutHidden = <M extends Reply>(
  reply: M,
  isShown: (origin: Origin) => boolean,
  hasHeard: boolean,
): M => {
  const origins = originsOf(reply)
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
