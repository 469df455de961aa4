import { endpoint } from '../../platform/http/endpoint.ts'
import { requireWritablePage } from '../page/access.ts'
import { pageArchived } from '../page/status.ts'
import { pages } from '../page/page.ts'
import { addRevision } from '../page/revision/changes.ts'
import { Revision, revisionNumber, revisions } from '../page/revision/revision.ts'
import { writerRequired } from '../problems.ts'

export const restoreRevision = endpoint('POST /wiki/pages/{id}/revisions/{number}/restore', {
  params: { number: revisionNumber },
  summary: 'Restore a revision of a page',
  isFunction: true,
  // the restored content may embed files that the page no longer holds
  effect: 'sharing',
  description: 'Creates a new revision with the title and content of the restored revision.',
  response: Revision,
  location: '/wiki/pages/{page_id}/revisions/{number}',
  takesIfMatch: true,
  problems: [writerRequired, revisions.absent, pageArchived],
  // never wiki.revision_conflict: this request has no base_revision
  handle: async ({ actor, params: { id, number }, ifMatch }) => {
    const [page, old] = await Promise.all([pages.get({ id }), revisions.find({ page_id: id, number })])
    if (!old) {
      await requireWritablePage(actor, page)
      throw revisions.absent()
    }
    const { title, text } = old
    const comment = `Revision ${number} restored.`
    return addRevision(actor, page, { title, text, comment, is_minor: false }, ifMatch)
  },
})
