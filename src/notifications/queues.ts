import { messageKind } from '../platform/events/message-kind.ts'
import * as z from '../platform/schema/schema.ts'

export const outgoingNotices = messageKind(
  'notice-mails',
  'mails',
  z.object({ user_id: z.string(), id: z.string() }),
)

/** People who were made members of a thing, by whom and when. */
export const memberNews = messageKind(
  'member-news',
  'notices',
  z.object({
    type: z.string(),
    id: z.string(),
    user_ids: z.array(z.string()),
    by_id: z.string(),
    at: z.string(),
  }),
)
