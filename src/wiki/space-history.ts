import { historyOf } from '../platform/history/definition.ts'
import type { ResourceHistory } from '../platform/history/resource-history.ts'
import { restoreFromTrash } from '../platform/history/undo-definition.ts'
import { allows, permissionIn } from './access.ts'
import { spaces, spaceType } from './space.ts'

export const spaceHistory: ResourceHistory = {
  changes: [
    historyOf(spaces, {
      type: spaceType.type,
      fields: {
        name: 'value',
        slug: 'value',
        description: 'value',
        visibility: 'value',
        internal_permission: 'value',
        members: 'value',
        owner_id: ({ owner }) => owner.id,
      },
    }),
  ],
  limitsOf: async (reader, id) => {
    const found = await spaces.find({ id })
    return { isReadOnly: !found || !allows(permissionIn(found, reader), 'admin') }
  },
  undo: [
    {
      type: spaceType.type,
      read: 'wiki_read_space',
      update: 'wiki_update_space',
      fields: { name: {}, slug: {}, description: {}, visibility: {}, internal_permission: {}, members: {} },
      remove: 'wiki_delete_space',
      restore: restoreFromTrash,
    },
  ],
}
