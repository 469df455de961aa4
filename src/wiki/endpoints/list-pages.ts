import { endpoint } from '../../platform/http/endpoint.ts'
import { id, listOf, listQuery } from '../../platform/schema/fields.ts'
import { readList } from '../../platform/table/list.ts'
import { requireSpace } from '../access.ts'
import { findSpaceAndTree, isGone } from '../page-access.ts'
import { pages, PageSummary } from '../page.ts'

export const listPages = endpoint(
  {
    method: 'GET',
    path: '/wiki/spaces/{id}/pages',
    summary: 'List the child pages of a page, or the root pages of a space',
    description: 'By position, then title.',
    query: listQuery({
      parent_id: id
        .optional()
        .meta({ description: 'Id of the parent page; the root pages of the space if absent.' }),
    }),
    response: listOf(PageSummary),
  },
  async ({ actor, params, query: { parent_id = null, ...page } }) => {
    const [{ space, tree }, found] = await Promise.all([
      findSpaceAndTree(params.id),
      readList(pages.in('children', { space_id: params.id, parent_id }), page),
    ])
    requireSpace(actor, space, 'read')
    if (parent_id !== null && (await isGone(tree, parent_id))) return { items: [], next_cursor: null }
    return found
  },
)
