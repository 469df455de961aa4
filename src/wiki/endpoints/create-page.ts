import { endpoint } from '../../platform/http/endpoint.ts'
import { maxContentRequestBytes } from '../page/content.ts'
import { addPage } from '../page/creation.ts'
import { NewPage, Page } from '../page/page.ts'
import { writerRequired } from '../problems.ts'

export const createPage = endpoint('POST /wiki/pages', {
  summary: 'Create a page',
  isFunction: true,
  description:
    'The page starts at revision 1, with the caller as its author. Without `parent_id`, the page is at ' +
    'the root of the space. The parent must not be a draft. A draft is outside the tree: it takes its place ' +
    'when it is published.',
  body: NewPage,
  maxBodyBytes: maxContentRequestBytes,
  response: Page,
  location: '/wiki/pages/{id}',
  problems: [writerRequired],
  handle: async ({ actor, body }) => ({ ...(await addPage(actor, body)), content: body.content }),
})
