import { groups } from '../../platform/identity/group.ts'
import { groupSearchScope, groupType } from './group.ts'
import { linkTo, type Resource } from '../../platform/resource.ts'
import { indexedThings } from '../../platform/search/definition.ts'

export const groupResource: Resource = {
  type: groupType.type,
  trash: 'Deleted groups cannot be restored.',
  undo: 'Members are changed back, not undone.',
  erasure: true,
  rights: 'All groups are visible to everyone.',
  search: indexedThings(groupType.type, groups, {
    scope: groupSearchScope,
    indexed: { title: 'name', text: 'description' },
  }),
  load: async (_, wanted) =>
    (await groups.findMany(wanted)).map(
      (group) =>
        group && {
          ...linkTo(groupType, { id: group.id, title: group.name }),
          text: group.description ?? '',
          updated_at: group.updated_at,
        },
    ),
}
