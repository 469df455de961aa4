import { docs } from '#docs'
import { groups } from '../../platform/identity/group.ts'
import { GroupSummary, groupSearchScope } from '../group/group.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { listQuery, searchableListOf, words } from '../../platform/schema/list-fields.ts'
import { searchPages } from '../../platform/search/query/list-search.ts'
import { readList } from '../../platform/table/list/list.ts'
import { presentGroup } from '../group/access.ts'

export const listGroups = endpoint('GET /groups', {
  summary: 'List groups of people by name',
  description: 'Everybody sees all of them, and who is in them.',
  query: listQuery({
    q: words.optional().meta(docs('Words in the name or the description; best matches first.')),
  }),
  response: searchableListOf(GroupSummary),
  handle: async ({ query: { q, ...page } }) => {
    const found =
      q === undefined
        ? await readList(groups.in('all', {}), page)
        : await searchPages({ scopes: [groupSearchScope], q, ...page }, groups.findMany)
    return { ...found, items: found.items.map(presentGroup) }
  },
})
