import { randomBytes } from 'node:crypto'
import { endpoint } from '../../platform/http/endpoint.ts'
import { docsPage } from '../page.ts'

/** Hashes of the scroll bar's style sheet, which Redoc creates before it knows the nonce: first empty, then filled. */
const styleHashes = [
  'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
  'sha256-QMIg+bpjm3JdElJ388KYke01izlUW0UoNOeKjpMxdgc=',
]

export const readRedoc = endpoint('GET /redoc', {
  atRoot: true,
  access: 'public',
  profile: 'none',
  summary: 'Open the reference as one page',
  produces: 'text/html; charset=utf-8',
  handle: async ({ header }) =>
    docsPage({
      title: 'Enterprise platform API reference',
      host: header('host'),
      path: '/redoc',
      styles: ['reference.css'],
      scripts: ['redoc.standalone.js', 'start-redoc.js'],
      nonce: randomBytes(16).toString('base64'),
      styleHashes,
      policy: ['worker-src blob:'], // its search runs in a worker that it makes itself
    }),
})
