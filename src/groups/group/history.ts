import { groupFields, groups } from '../../platform/identity/group.ts'
import { groupMemberships, groupType } from './group.ts'
import { concerningPerson, historyOf, shown } from '../../platform/history/definition.ts'
import type { ResourceHistory } from '../../platform/history/resource-history.ts'

export const groupHistory: ResourceHistory = {
  changes: [
    historyOf(groups, {
      ...groupType,
      fields: { ...shown(groupFields), owner_ids: ({ owners }) => owners.map(({ id }) => id) },
    }),
    historyOf(groupMemberships, {
      type: 'group_membership',
      fields: { user_id: 'value' },
      ...concerningPerson(groupType.type, 'group_id'),
    }),
  ],
}
