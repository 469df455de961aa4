import { sweeper } from '../../platform/events/sweeper.ts'
import { sweepGroup } from '../group/sweep.ts'
import { groupSweeps } from '../queues.ts'

/** Takes everybody out of a group that was deleted, which counts for nothing by that time. */
export const sweepGroups = sweeper(groupSweeps, ({ group_id }, until) => sweepGroup(group_id, until))
