import { endpoint } from '../../platform/http/endpoint.ts'
import { maxContentRequestBytes } from '../page/content.ts'
import { addPage } from '../page/creation.ts'
import { NewPage, Page } from '../page/page.ts'
import { writerRequired } from '../problems.ts'

export const createPage = endpoint('POST /wiki/pages', {
  summary: 'Create a page',
  isFunction: true,
  description:
    'It starts at revision 1, by the caller. Without `parent_id`, it is at the root of the space. No page can be ' +
    'below a draft.',
  body: NewPage,
  maxBodyBytes: maxContentRequestBytes,
  response: Page,
  location: '/wiki/pages/{id}',
  problems: [writerRequired],
  handle: async ({ actor, body }) => ({ ...(await addPage(actor, body)), content: body.content }),
})
