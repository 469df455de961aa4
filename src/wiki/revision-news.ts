import * as z from '../platform/schema/schema.ts'
import type { Message } from '../platform/events/queue.ts'

/** A revision of which those subscribers of its page are to be told that stand behind `cursor`. */
export const RevisionNews = z.object({
  page_id: z.string(),
  number: z.int(),
  cursor: z.string().nullable().default(null),
})

export const newsQueue = 'wiki-news'

export const toTell = ({ page_id, number, cursor }: z.input<typeof RevisionNews>): Message => ({
  queue: newsQueue,
  body: { page_id, number, cursor },
})
