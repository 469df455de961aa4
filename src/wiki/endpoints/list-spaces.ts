import { docs } from '#docs'
import { endpoint } from '../../platform/http/endpoint.ts'
import { listQuery, searchableListOf, words } from '../../platform/schema/list-fields.ts'
import { searchShared } from '../../platform/sharing/shared-list.ts'
import { presentSpace, spaceKind } from '../space/access.ts'
import { querySpaces } from '../space/list.ts'
import { SpaceSummary, spaceSearchScope } from '../space/space.ts'

export const listSpaces = endpoint('GET /wiki/spaces', {
  summary: 'List the spaces that the caller may read, by name',
  isFunction: true,
  description:
    'Everyone may read internal spaces; members and administrators may read private spaces. Pages are ' +
    'listed separately.',
  query: listQuery({
    q: words.optional().meta(docs('Words in the name, slug or description; best matches first.')),
  }),
  response: searchableListOf(SpaceSummary),
  handle: async ({ actor, query: { q, ...page } }) => {
    if (q === undefined) return querySpaces(actor, page)
    const wanted = { scopes: [spaceSearchScope], q, ...page }
    return searchShared(spaceKind, actor, wanted, (space) => presentSpace(actor, space))
  },
})
