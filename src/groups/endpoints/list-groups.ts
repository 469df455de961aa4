import { docs } from '#docs'
import { endpoint } from '../../platform/http/endpoint.ts'
import { roleRequired } from '../../platform/http/request/authentication.ts'
import {
  listQuery,
  personOr,
  queryValues,
  searchableListOf,
  words,
} from '../../platform/schema/list-fields.ts'
import { presentGroup } from '../group/access.ts'
import { GroupSummary } from '../group/group.ts'
import { queryGroups } from '../group/list.ts'

export const listGroups = endpoint('GET /groups', {
  summary: 'List groups of people by name',
  description: 'All groups and their members are visible to everyone.',
  query: listQuery({
    q: words.optional().meta(docs('Words in the name or the description; best matches first.')),
    member_id: queryValues(personOr())
      .optional()
      .meta(
        docs(
          'Only groups with one of these members: IDs or `me`. Only administrators may name other people.',
        ),
      ),
  }),
  response: searchableListOf(GroupSummary),
  problems: [
    roleRequired.as({ when: "Only administrators may list other people's groups.", example: ['admin'] }),
  ],
  handle: async ({ actor, query: { limit, cursor, ...filters } }) => {
    const found = await queryGroups(actor, filters, { limit, cursor })
    return { ...found, items: found.items.map(presentGroup) }
  },
})
