import { groups } from '../platform/identity/group.ts'
import { onChange } from '../platform/events/dispatcher.ts'
import { groupSweeps } from './queues.ts'

export const changeHandlers = [
  onChange(groups, ({ before, after }) =>
    before && !after ? [groupSweeps.message({ group_id: before.id })] : [],
  ),
]
