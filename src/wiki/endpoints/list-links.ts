import { docs } from '#docs'
import { endpoint } from '../../platform/http/endpoint.ts'
import { ResourceLink } from '../../platform/resource.ts'
import { answeredArray } from '../../platform/schema/fields.ts'
import { listOf, listQuery, queryBoolean } from '../../platform/schema/list-fields.ts'
import { queryLinks } from '../page/links.ts'
import { maxReferences } from '../../platform/search/index/reference.ts'

export const listLinks = endpoint('GET /wiki/pages/{id}/links', {
  summary: 'List the links from and to a page',
  isFunction: true,
  description:
    '`links` are the pages to which the page links, `items` the pages that link to it. With ' +
    '`impact=true`, `items` is everything that cites the page: pages, comments, courses, lessons, ' +
    'replies, tasks, tickets, and assistants whose knowledge includes the page or something that contains ' +
    'it. A link is the address of a page in a text. Resources that the caller may not read are omitted.',
  query: listQuery({
    impact: queryBoolean
      .default(false)
      .meta(docs('`true`: everything that cites the page, not only other pages.')),
  }),
  response: listOf(ResourceLink)
    .extend({
      links: answeredArray(ResourceLink, maxReferences).meta(
        docs('The pages to which the page links, by title.'),
      ),
    })
    .meta({ id: 'WikiPageLinkList' }),
  handle: ({ actor, params: { id }, query }) => queryLinks(actor, id, query),
})
