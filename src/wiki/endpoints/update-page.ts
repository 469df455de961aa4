import { endpoint } from '../../platform/endpoint.ts'
import { updateOf } from '../../platform/fields.ts'
import { contentRequestBytes, readContent } from '../content.ts'
import { changePage } from '../page-changes.ts'
import { Page, PageInput, pages } from '../page.ts'

export const handler = endpoint(
  {
    method: 'PUT',
    path: '/wiki/pages/{id}',
    summary: 'Move, archive or tag a page',
    description: 'Title and content change by revisions; here they are ignored.',
    body: updateOf(PageInput, Page),
    maxBodyBytes: contentRequestBytes,
    response: Page,
    problems: { 403: 'The caller may read the space but not write in it.' },
  },
  async ({ actor, params, body: { parent_id, position, status, tags }, ifMatch }) => {
    const changes = { parent_id, position, status, tags }
    const first = await pages.get(params)
    const [page, early] = await Promise.all([
      changePage(actor, first, changes, ifMatch),
      readContent(pages.keyOf(first).pk, first.text),
    ])
    const isSame = page.revision === first.revision
    const content = isSame ? early : await readContent(pages.keyOf(page).pk, page.text)
    if (content === undefined) throw pages.absent()
    return { ...page, content }
  },
)
