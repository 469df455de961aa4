import { endpoint } from '../../platform/http/endpoint.ts'
import { maxContentRequestBytes } from '../page/content.ts'
import { pages } from '../page/page.ts'
import { addRevision } from '../revision/changes.ts'
import { NewRevision, Revision } from '../revision/revision.ts'
import { revisionProblems } from '../problems.ts'

export const createRevision = endpoint('POST /wiki/pages/{id}/revisions', {
  summary: 'Revise a page',
  isFunction: true,
  description:
    'Always creates a new revision, which the page shows at once. With `base_revision`, it is refused if ' +
    'there is a newer revision; without, it follows the newest. Subscribers are notified unless ' +
    '`is_minor`.',
  body: NewRevision,
  maxBodyBytes: maxContentRequestBytes,
  response: Revision,
  location: '/wiki/pages/{page_id}/revisions/{number}',
  takesIfMatch: true,
  problems: revisionProblems,
  handle: async ({ actor, params, body, ifMatch }) =>
    addRevision(actor, await pages.get(params), body, ifMatch),
})
