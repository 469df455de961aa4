import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { problemPages } from '../../platform/http/answer/problem-page.ts'
import { page } from '../../pages/page.ts'

export const readSignInPage = endpoint('GET /files/{id}/open', {
  atRoot: true,
  summary: 'Sign in and open a file in the editor',
  description:
    'The permanent page of a file, shown by editors as `HostEditUrl` and `HostViewUrl`. It is the same for ' +
    'every file; a person who signs in on it gets an edit link and follows it.',
  access: 'public',
  profile: 'none',
  query: z.looseObject({
    action: z.enum(['edit', 'view']).default('edit').meta(docs('Open the file to view or to edit it.')),
  }),
  produces: 'text/html; charset=utf-8',
  problemPages,
  handle: async ({ header }) => page('open-page.js', header('host')),
})
