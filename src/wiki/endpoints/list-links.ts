import { docs } from '#docs'
import { endpoint } from '../../platform/http/endpoint.ts'
import { ResourceLink } from '../../platform/resource.ts'
import { answeredArray } from '../../platform/schema/fields.ts'
import { listOf, listQuery, queryBoolean } from '../../platform/schema/list-fields.ts'
import { queryLinks } from '../page/links.ts'
import { maxReferences } from '../../platform/search/index/reference.ts'

export const listLinks = endpoint('GET /wiki/pages/{id}/links', {
  summary: 'List what a page links to and what links to it',
  isFunction: true,
  description:
    '`links` are the pages that it links to, `items` those that link to it. With `impact=true`, `items` is ' +
    'everything that cites it: pages, comments, courses, lessons, replies, tasks, tickets, and assistants ' +
    'that know it or something that contains it. ' +
    'A link is an address of a page in a text. What the caller may not read is left out.',
  query: listQuery({
    impact: queryBoolean.default(false).meta(docs('Everything that cites the page, not only other pages.')),
  }),
  response: listOf(ResourceLink)
    .extend({
      links: answeredArray(ResourceLink, maxReferences).meta(docs('The pages that it links to, by title.')),
    })
    .meta({ id: 'WikiPageLinkList' }),
  handle: ({ actor, params: { id }, query }) => queryLinks(actor, id, query),
})
