import { endpoint } from '../../platform/http/endpoint.ts'
import { listOf, listQuery } from '../../platform/schema/list-fields.ts'
import { readList } from '../../platform/table/list/list.ts'
import { requirePage } from '../page/access.ts'
import { pages } from '../page/page.ts'
import { Revision, revisions } from '../page/revision/revision.ts'

export const listRevisions = endpoint('GET /wiki/pages/{id}/revisions', {
  summary: 'List the revisions of a page, newest first',
  isFunction: true,
  description: 'Contents are omitted; get a revision to read its content and its changes.',
  query: listQuery({}),
  response: listOf(Revision),
  handle: async ({ actor, params, query }) => {
    const [page, found] = await Promise.all([
      pages.get(params),
      readList(revisions.in('all', { page_id: params.id }), query),
    ])
    await requirePage(actor, page)
    return found
  },
})
