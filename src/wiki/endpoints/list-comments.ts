import { endpoint } from '../../platform/http/endpoint.ts'
import { listOf, listQuery } from '../../platform/schema/list-fields.ts'
import { readList } from '../../platform/table/list/list.ts'
import { Comment, comments } from '../comment/comment.ts'
import { requirePage } from '../page/access.ts'
import { pages } from '../page/page.ts'

export const listComments = endpoint('GET /wiki/pages/{id}/comments', {
  summary: 'List the comments on a page, oldest first',
  isFunction: true,
  description: 'For everyone who may read the page. Includes resolved comments.',
  query: listQuery({}),
  response: listOf(Comment),
  handle: async ({ actor, params, query }) => {
    const [page, found] = await Promise.all([
      pages.get(params),
      readList(comments.in('all', { page_id: params.id }), query),
    ])
    await requirePage(actor, page)
    return found
  },
})
