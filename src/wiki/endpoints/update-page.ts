import { endpoint } from '../../platform/http/endpoint.ts'
import { updateOf } from '../../platform/schema/update-fields.ts'
import { maxContentRequestBytes, readPageContent } from '../page/content.ts'
import { changePage } from '../page/changes.ts'
import { Page, PageInput, pages, parentPartition } from '../page/page.ts'
import { findPageContext } from '../page/page-context.ts'
import { RevisionFields } from '../page/revision/revision.ts'
import { revisionProblems, movingProblems } from '../problems.ts'

export const updatePage = endpoint('PUT /wiki/pages/{id}', {
  summary: 'Update a page',
  isFunction: true,
  description:
    'Moves, publishes, archives, tags or revises the page. A new `title` or `content` creates a revision, ' +
    'as `POST …/revisions` does. Without one of these, `comment` and `is_minor` are refused (422); an ' +
    'older `base_revision` is always refused (409). With another `space_id`, the page moves to that space ' +
    'with all pages below it, as a root page unless `parent_id` is sent; afterwards, only people who may ' +
    'read that space may read the page. If more than 90 pages move, their versions, counts and search ' +
    'entries follow within seconds; until then, they cannot be moved again or deleted (409). A draft takes ' +
    'its place in the tree when it is published.',
  sharing: ['space_id', 'status'],
  body: updateOf(PageInput, Page).extend(RevisionFields.shape),
  maxBodyBytes: maxContentRequestBytes,
  response: Page,
  problems: [...revisionProblems, ...movingProblems],
  handle: async ({ actor, params, body, ifMatch }) => {
    const { title, content: text, comment, is_minor, base_revision, ...changes } = body
    const draft = { title, content: text, comment, is_minor, base_revision }
    const first = await pages.get(params)
    const [page, early, found] = await Promise.all([
      changePage(actor, first, { changes, draft }, ifMatch),
      readPageContent(pages.keyOf(first).pk, first.text),
      findPageContext(actor, first),
    ])
    const isSame = page.revision === first.revision
    const content = isSame ? early : await readPageContent(pages.keyOf(page).pk, page.text)
    if (content === undefined) throw pages.absent()
    const isThere = parentPartition(page) === parentPartition(first) && page.space_id === first.space_id
    const around = isThere ? found : await findPageContext(actor, page)
    return { ...page, content, ...around }
  },
})
