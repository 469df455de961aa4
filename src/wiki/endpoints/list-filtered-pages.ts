import { docs } from '#docs'
import { endpoint } from '../../platform/http/endpoint.ts'
import { id } from '../../platform/schema/fields.ts'
import {
  listQuery,
  personOr,
  queryBoolean,
  queryValues,
  searchableListOf,
} from '../../platform/schema/list-fields.ts'
import { queryPages } from '../page/lists/tree-list.ts'
import { spaces } from '../space/space.ts'
import { PageStatus, PageSummary, pageTag } from '../page/page.ts'

export const listFilteredPages = endpoint('GET /wiki/pages', {
  summary: 'List pages of all spaces, or the page tree of a space',
  isFunction: true,
  description:
    'Lists the pages that the caller may read, last changed first. Without filters, drafts are omitted. ' +
    'With `space_id`, alone or with a `status` other than `draft`, lists the pages of the space in tree ' +
    'order: each page, then the pages below it, by position, then title. Drafts are outside the tree; ' +
    '`status=draft` lists those of the caller and of the spaces that the caller administers. A change ' +
    'normally appears within 2 s.',
  query: listQuery({
    space_id: id.optional().meta(docs('Only pages of this space.')),
    tag: queryValues(pageTag).optional().meta(docs('Only pages with one of these tags.')),
    author_id: queryValues(personOr())
      .optional()
      .meta(docs('Only pages created by these people; `me` is the caller.')),
    subscribed: queryBoolean.optional().meta(docs('`true`: only pages to which the caller is subscribed.')),
    status: queryValues(PageStatus).optional().meta(docs('Only pages with one of these statuses.')),
  }),
  response: searchableListOf(PageSummary),
  problems: [spaces.absent],
  handle: ({ actor, query: { limit, cursor, ...filters } }) => queryPages(actor, filters, { limit, cursor }),
})
