import { endpoint } from '../../platform/http/endpoint.ts'
import { docsPage } from '../page.ts'
import { signInForm } from '../sign-in-form.ts'

export const readDocs = endpoint('GET /docs', {
  atRoot: true,
  access: 'public',
  profile: 'none',
  summary: 'Open the interactive reference',
  produces: 'text/html; charset=utf-8',
  handle: async ({ header }) =>
    docsPage({
      title: 'Enterprise platform API',
      host: header('host'),
      path: '/docs',
      styles: ['swagger-ui.css', 'reference.css'],
      scripts: ['sign-in.js', 'swagger-ui-bundle.js', 'start-swagger-ui.js'],
      header: signInForm(),
    }),
})
