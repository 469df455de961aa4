import { messageWith } from '../platform/events/message-kind.ts'
import * as z from '../platform/schema/schema.ts'

/** Resource that was created, moved to or from the trash, or deleted, or whose size has changed. */
export const countedChanges = messageWith('overview-resources', 'fan-outs', {
  pk: z.string(),
  sk: z.string(),
  id: z.string(),
})

/** Day (UTC) whose recorded actions are to be counted. */
export const dayCounts = messageWith('overview-days', 'sweeps', { day: z.string() })
