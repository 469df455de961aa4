import { messageWith } from '../platform/events/message-kind.ts'
import * as z from '../platform/schema/schema.ts'

export const outgoingNotices = messageWith('notice-mails', 'mails', { user_id: z.string(), id: z.string() })

/** People who were made members of a thing, by whom and when. */
export const memberNews = messageWith('member-news', 'notices', {
  type: z.string(),
  id: z.string(),
  user_ids: z.array(z.string()),
  by_id: z.string(),
  at: z.string(),
})
