import { endpoint } from '../../platform/http/endpoint.ts'
import { maxContentRequestBytes } from '../page/content.ts'
import { pages } from '../page/page.ts'
import { addRevision } from '../page/revision/changes.ts'
import { NewRevision, Revision } from '../page/revision/revision.ts'
import { revisionProblems } from '../problems.ts'

export const createRevision = endpoint('POST /wiki/pages/{id}/revisions', {
  summary: 'Create a revision of a page',
  isFunction: true,
  description:
    'Always creates a new revision, which the page shows immediately. With `base_revision`, the request ' +
    'fails if the page has a newer revision; without it, the new revision follows the newest one. ' +
    'Subscribers are notified unless `is_minor` is true.',
  body: NewRevision,
  maxBodyBytes: maxContentRequestBytes,
  response: Revision,
  location: '/wiki/pages/{page_id}/revisions/{number}',
  takesIfMatch: true,
  problems: revisionProblems,
  handle: async ({ actor, params, body, ifMatch }) =>
    addRevision(actor, await pages.get(params), body, ifMatch),
})
