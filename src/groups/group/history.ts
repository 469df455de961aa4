import { groupFields, groups } from '../../platform/identity/group.ts'
import { groupMemberships, groupType } from './group.ts'
import { historyOf, shown } from '../../platform/history/definition.ts'
import type { ResourceHistory } from '../../platform/history/resource-history.ts'

export const groupHistory: ResourceHistory = {
  changes: [
    historyOf(groups, {
      type: groupType.type,
      fields: { ...shown(groupFields), owner_ids: ({ owners }) => owners.map(({ id }) => id) },
    }),
    historyOf(groupMemberships, {
      type: 'group_membership',
      fields: { user_id: 'value' },
      idOf: ({ user_id }) => user_id,
      subject: ({ group_id }) => ({ type: groupType.type, id: group_id }),
      audience: () => 'admin',
      person: ({ user_id }) => user_id,
    }),
  ],
}
