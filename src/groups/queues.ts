import { messageWith } from '../platform/events/message-kind.ts'
import * as z from '../platform/schema/schema.ts'

/** A group was deleted, and its members must be removed. */
export const groupSweeps = messageWith('group-sweeps', 'sweeps', { group_id: z.string() })
