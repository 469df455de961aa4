import { sweeper } from '../../platform/events/sweeper.ts'
import { sweepGroup } from '../group/sweep.ts'
import { groupSweeps } from '../queues.ts'

/** Removes all members of a deleted group, which has no effect anymore. */
export const sweepGroups = sweeper(groupSweeps, ({ group_id }, until) => sweepGroup(group_id, until))
