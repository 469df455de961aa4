import { docs } from '#docs'
import { endpoint } from '../../platform/http/endpoint.ts'
import { id } from '../../platform/schema/fields.ts'
import { listOf, listQuery } from '../../platform/schema/list-fields.ts'
import { requireSpace } from '../space/access.ts'
import { queryChildren } from '../page/lists/child-list.ts'
import { findSpaceAndTree, isPresent } from '../page/page-space.ts'
import { PageSummary } from '../page/page.ts'
import { incomingMoves } from '../space/tree.ts'

export const listPages = endpoint('GET /wiki/spaces/{id}/pages', {
  summary: 'List the child pages of a page, or root pages of a space',
  isFunction: true,
  description:
    'Sorted by position, then title. Contents and descendants are omitted. Drafts are outside the tree: ' +
    '`GET /wiki/pages?status=draft` lists them.',
  query: listQuery({
    parent_id: id.optional().meta(docs('ID of the parent page; the root pages of the space if absent.')),
  }),
  response: listOf(PageSummary),
  handle: async ({ actor, params, query: { parent_id = null, ...page } }) => {
    const [{ space, tree }, found] = await Promise.all([
      findSpaceAndTree(params.id),
      queryChildren({ space_id: params.id, parent_id }, page),
    ])
    requireSpace(actor, space)
    if (parent_id !== null && !(await isPresent(tree, parent_id))) return { items: [], next_cursor: null }
    return found(tree ? incomingMoves(tree) : [])
  },
})
