import * as z from '../../platform/schema/schema.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { maxContentRequestBytes } from '../content.ts'
import { addPage } from '../page-creation.ts'
import { Page } from '../page.ts'

const { space_id, parent_id, position, title, content, tags } = Page.shape

export const createPage = endpoint(
  {
    method: 'POST',
    path: '/wiki/pages',
    summary: 'Create a page',
    description: 'It starts at revision 1.',
    body: z.strictObject({ space_id, title, content, parent_id, position, tags }),
    maxBodyBytes: maxContentRequestBytes,
    status: 201,
    response: Page,
    location: '/wiki/pages/{id}',
    problems: { 403: 'The caller may read the space but not write in it.' },
  },
  async ({ actor, body }) => ({ ...(await addPage(actor, body)), content: body.content }),
)
