import { editable, historyOf } from '../../platform/history/definition.ts'
import type { ResourceHistory } from '../../platform/history/resource-history.ts'
import { spacePolicy } from './access.ts'
import { SpaceInput, spaces, spaceType } from './space.ts'

export const spaceHistory: ResourceHistory = {
  changes: [
    historyOf(spaces, {
      type: spaceType.type,
      fields: {
        ...editable(SpaceInput.shape),
        owner_id: ({ owner }) => owner.id,
      },
      removed: 'trashed',
    }),
  ],
  limitsOf: async (reader, id) => {
    const found = await spaces.find({ id })
    return { isReadOnly: !found || !spacePolicy.allows(found, reader, 'admin') }
  },
}
