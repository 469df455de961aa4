import { endpoint } from '../../platform/http/endpoint.ts'
import { loadShownPage } from '../page/shown-page.ts'
import { pageType } from '../page/page.ts'
import { pageQuery, showContent, ShownPage } from '../page/shown-content.ts'
import { revisions } from '../page/revision/revision.ts'

export const readPage = endpoint(`GET ${pageType.path}`, {
  summary: 'Get a page with its content',
  isFunction: true,
  description:
    'For everyone who may read the space. With `revision`, the title and content are those of that ' +
    'revision; all other fields are current. Links to images expire, so a response that may contain them ' +
    'has no `ETag`.',
  profile: 'files',
  query: pageQuery,
  response: ShownPage,
  cacheable: true,
  problems: [revisions.absent],
  handle: async ({ actor, params: { id }, query }) =>
    showContent(actor, await loadShownPage(actor, id, query.revision), query),
})
