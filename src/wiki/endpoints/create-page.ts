import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { maxContentRequestBytes } from '../content.ts'
import { addPage } from '../page-creation.ts'
import { Page } from '../page.ts'
import { writerRequired } from '../problems.ts'

const { space_id, parent_id, position, title, content, tags } = Page.shape

const status = z
  .enum(['published', 'draft'])
  .default('published')
  .meta(docs('A draft is seen by its author and the admins of the space alone, and tells nobody.'))

export const createPage = endpoint(
  {
    method: 'POST',
    path: '/wiki/pages',
    summary: 'Create a page',
    isFunction: true,
    description:
      'It starts at revision 1, by the caller. Without `parent_id`, it is at the root of the space. No page can be ' +
      'below a draft.',
    body: z.strictObject({ space_id, title, content, parent_id, position, tags, status }),
    maxBodyBytes: maxContentRequestBytes,
    status: 201,
    response: Page,
    location: '/wiki/pages/{id}',
    problems: [writerRequired],
  },
  async ({ actor, body }) => ({ ...(await addPage(actor, body)), content: body.content }),
)
