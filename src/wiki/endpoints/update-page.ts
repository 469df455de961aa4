import { endpoint } from '../../platform/http/endpoint.ts'
import { fixed, updateOf } from '../../platform/schema/fields.ts'
import { maxContentRequestBytes, readContent } from '../content.ts'
import { changePage } from '../page-changes.ts'
import { Page, PageInput, pages } from '../page.ts'
import { RevisionFields } from '../revision.ts'

export const updatePage = endpoint(
  {
    method: 'PUT',
    path: '/wiki/pages/{id}',
    summary: 'Move, archive, tag or revise a page',
    description:
      'A new `title` or `content` creates a revision, as `POST …/revisions` does, together with the other ' +
      'changes.',
    body: updateOf(PageInput, Page).extend({ space_id: fixed(Page.shape.space_id), ...RevisionFields.shape }),
    maxBodyBytes: maxContentRequestBytes,
    response: Page,
    problems: {
      403: 'The caller may read the space but not write in it.',
      409: '`base_revision` is not the newest revision; the detail names the newest.',
    },
  },
  async ({ actor, params, body, ifMatch }) => {
    const { parent_id, position, status, tags, space_id } = body
    const changes = { parent_id, position, status, tags }
    const { title, content: text, comment, is_minor, base_revision } = body
    const draft = { title, content: text, comment, is_minor, base_revision }
    const first = await pages.get(params)
    const [page, early] = await Promise.all([
      changePage(actor, first, { changes, draft, space_id }, ifMatch),
      readContent(pages.keyOf(first).pk, first.text),
    ])
    const isSame = page.revision === first.revision
    const content = isSame ? early : await readContent(pages.keyOf(page).pk, page.text)
    if (content === undefined) throw pages.absent()
    return { ...page, content }
  },
)
