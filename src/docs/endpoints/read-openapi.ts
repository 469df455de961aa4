import { endpoint } from '../../platform/http/endpoint.ts'
import { environment } from '../../platform/runtime/environment.ts'
import document from '#generated/openapi.json' with { type: 'json' }
import { atOwnAddress } from '../own-address.ts'
import { cacheableText } from '../cacheable-text.ts'

export const readOpenapi = endpoint('GET /openapi.json', {
  atRoot: true,
  access: 'public',
  profile: 'none',
  summary: 'Get the OpenAPI document',
  produces: 'application/json',
  cacheable: true,
  handle: async () => {
    const text = JSON.stringify({ ...document, servers: [{ url: environment.publicUrl }] })
    return cacheableText(atOwnAddress(text), { 'Cache-Control': 'public, no-cache' })
  },
})
