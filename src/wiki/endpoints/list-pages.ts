import { docs } from '#docs'
import { endpoint } from '../../platform/http/endpoint.ts'
import { id } from '../../platform/schema/fields.ts'
import { listOf, listQuery } from '../../platform/schema/list-fields.ts'
import { requireSpace, spacePolicy } from '../space/access.ts'
import { authorizePage } from '../page/access.ts'
import { queryChildren } from '../page/lists/child-list.ts'
import { findSpaceAndTree, isPresent } from '../page/page-space.ts'
import { PageSummary, showPage } from '../page/page.ts'
import { incomingMoves } from '../space/tree.ts'

export const listPages = endpoint('GET /wiki/spaces/{id}/pages', {
  summary: 'List the child pages of a page, or root pages of a space',
  isFunction: true,
  description:
    'Sorted by position, then title. Contents and descendants are omitted. Drafts are included only for ' +
    'their authors and the admins of the space.',
  query: listQuery({
    parent_id: id.optional().meta(docs('Id of the parent page; the root pages of the space if absent.')),
  }),
  response: listOf(PageSummary),
  handle: async ({ actor, params, query: { parent_id = null, ...page } }) => {
    const [{ space, tree }, found] = await Promise.all([
      findSpaceAndTree(params.id),
      queryChildren(actor, { space_id: params.id, parent_id }, page),
    ])
    const present = requireSpace(actor, space)
    if (parent_id !== null && !(await isPresent(tree, parent_id))) return { items: [], next_cursor: null }
    const { items, ...rest } = await found(
      spacePolicy.decide(present, actor)?.permission,
      tree ? incomingMoves(tree) : [],
    )
    const shown = items.filter((one) => one.status !== 'draft' || authorizePage(one, present, actor))
    return { ...rest, items: shown.map(showPage) }
  },
})
