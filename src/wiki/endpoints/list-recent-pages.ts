import { docs } from '#docs'
import { endpoint } from '../../platform/http/endpoint.ts'
import { id } from '../../platform/schema/fields.ts'
import { listOf, listQuery } from '../../platform/schema/list-fields.ts'
import { requireSpace } from '../space/access.ts'
import { PageSummary } from '../page/page.ts'
import { queryRecentPages } from '../page/lists/recent-list.ts'
import { spaces } from '../space/space.ts'

export const listRecentPages = endpoint('GET /wiki/pages/recent', {
  summary: 'List pages by their last change, newest first',
  isFunction: true,
  description:
    'Lists the pages that the caller may read, in one space or in all. Each page is listed once, by its ' +
    'last change of any kind; drafts are omitted. A change normally appears within 2 s.',
  query: listQuery({ space_id: id.optional().meta(docs('Only pages of this space.')) }),
  response: listOf(PageSummary).meta({ id: 'WikiRecentPageList' }),
  problems: [spaces.absent],
  handle: async ({ actor, query: { space_id, ...page } }) => {
    const [found] = await Promise.all([
      queryRecentPages(actor, space_id, page),
      space_id !== undefined && spaces.find({ id: space_id }).then((space) => requireSpace(actor, space)),
    ])
    return found
  },
})
