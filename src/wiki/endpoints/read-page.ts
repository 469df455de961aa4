import * as z from '../../platform/schema/schema.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { readContent } from '../content.ts'
import { requirePage } from '../page-access.ts'
import { Page, pages, pageType } from '../page.ts'
import { revisionNumber, revisions } from '../revision.ts'

export const readPage = endpoint(
  {
    method: 'GET',
    path: pageType.path,
    summary: 'Read a page with its content',
    query: z.strictObject({
      revision: revisionNumber.optional().meta({ description: 'Title and content as of this revision.' }),
    }),
    response: Page,
    cacheable: true,
  },
  async ({ actor, params: { id }, query }) => {
    const [page, older] = await Promise.all([
      pages.get({ id }),
      query.revision && revisions.find({ page_id: id, number: query.revision }),
    ])
    const shown = query.revision ? older || undefined : page
    const [content] = await Promise.all([
      shown && readContent(pages.keyOf(page).pk, shown.text),
      requirePage(actor, page, 'read'),
    ])
    if (!shown) throw revisions.absent()
    if (content === undefined) throw pages.absent()
    return { ...page, title: shown.title, revision: query.revision ?? page.revision, content }
  },
)
