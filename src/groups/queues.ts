import { messageWith } from '../platform/events/message-kind.ts'
import * as z from '../platform/schema/schema.ts'

/** A group that is gone, whose members are to be taken out. */
export const groupSweeps = messageWith('group-sweeps', 'sweeps', { group_id: z.string() })
