import { groups } from '../../platform/identity/group.ts'
import { groupSearchScope, groupType } from './group.ts'
import { linkTo, type Resource } from '../../platform/resource.ts'
import { documentTrigger } from '../../platform/search/definition.ts'

export const groupResource: Resource = {
  type: groupType.type,
  trash: 'A group is deleted for good.',
  undo: 'Who is in a group is set again, and not taken back.',
  erasure: true,
  rights: 'Everybody may see every group.',
  search: {
    scopesOf: () => [groupSearchScope],
    containerType: groupType.type,
    triggers: [documentTrigger(groups, ({ name, description }) => [name, description])],
    document: async (id) => {
      const group = await groups.find({ id })
      if (!group) return undefined
      const { name: title, description } = group
      return { scopes: [groupSearchScope], container: id, title, text: description ?? '' }
    },
  },
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
