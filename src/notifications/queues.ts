import { Cursor, messageWith } from '../platform/events/message-kind.ts'
import * as z from '../platform/schema/schema.ts'

export const outgoingNotifications = messageWith('notice-mails', 'mails', {
  user_id: z.string(),
  id: z.string(),
})

/** A group that a resource was shared with, or is no longer; `former_ids` are the groups it was shared with before. */
export const groupEvents = messageWith('group-news', 'notices', {
  notice: z.enum(['member_added', 'file_shared']),
  type: z.string(),
  id: z.string(),
  group_id: z.string(),
  former_ids: z.array(z.string()),
  by_id: z.string(),
  at: z.string(),
  cursor: Cursor,
})

/** People who were added to a resource as members, or removed from it, with the actor and the time. */
export const memberEvents = messageWith('member-news', 'notices', {
  type: z.string(),
  id: z.string(),
  user_ids: z.array(z.string()),
  by_id: z.string(),
  at: z.string(),
})
