import { endpoint } from '../../platform/endpoint.ts'
import { environment } from '../../platform/environment.ts'
import { encoded } from '../encoding.ts'
import document from '../openapi.json' with { type: 'json' }

export const handler = endpoint(
  {
    method: 'GET',
    path: '/openapi.json',
    root: true,
    access: 'public',
    profile: 'none',
    summary: 'The OpenAPI document',
    produces: 'application/json',
    cacheable: true,
  },
  async ({ header }) => {
    const text = JSON.stringify({ ...document, servers: [{ url: environment.publicUrl }] })
    return encoded(text, header('accept-encoding'), { 'Cache-Control': 'public, no-cache' })
  },
)
