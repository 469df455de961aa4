import { docs } from '#docs'
import { endpoint } from '../../platform/http/endpoint.ts'
import {
  listQuery,
  personOr,
  queryBoolean,
  queryValues,
  searchableListOf,
} from '../../platform/schema/list-fields.ts'
import { queryFilteredPages } from '../page/filtered-list.ts'
import { PageStatus, PageSummary, pageTag, showPage } from '../page/page.ts'

export const listFilteredPages = endpoint('GET /wiki/pages', {
  summary: 'List pages of all spaces by tag, author, status or subscription',
  isFunction: true,
  description:
    'Those that the caller may read, the last changed first. Without a filter, drafts are left out. A change is ' +
    'listed normally within 2 s.',
  query: listQuery({
    tag: queryValues(pageTag).optional().meta(docs('Only pages with one of these tags.')),
    author_id: queryValues(personOr())
      .optional()
      .meta(docs('Only pages that one of these people created; `me` is the caller.')),
    subscribed: queryBoolean.optional().meta(docs('`true`: only pages that the caller is subscribed to.')),
    status: queryValues(PageStatus).optional().meta(docs('Only pages with one of these statuses.')),
  }),
  response: searchableListOf(PageSummary),
  handle: async ({ actor, query: { limit, cursor, ...filters } }) => {
    const { items, ...rest } = await queryFilteredPages(actor, filters, { limit, cursor })
    return { ...rest, items: items.map(showPage) }
  },
})
