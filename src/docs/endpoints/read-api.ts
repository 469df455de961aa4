import { docs } from '#docs'
import { endpoint } from '../../platform/http/endpoint.ts'
import { urlOf } from '../../platform/http/link.ts'
import { environment } from '../../platform/runtime/environment.ts'
import * as z from '../../platform/schema/schema.ts'
import service from '#generated/service.json' with { type: 'json' }

const link = z.url()

export const readApi = endpoint('GET ', {
  access: 'public',
  profile: 'none',
  summary: 'Find the documentation',
  success: 'The name and version of the API, and links to its documentation.',
  description: 'What this API is, and where its documentation is.',
  response: z.object({
    name: z.string().meta(docs('Name of the service.')),
    version: z.string().meta(docs('Version of the service, as in the OpenAPI document.')),
    documentation: link.meta(docs('URL of the reference for people.')),
    openapi: link.meta(docs('URL of the OpenAPI document.')),
    health: link.meta(docs('URL that tells whether the service responds.')),
  }),
  handle: async () => ({
    name: 'Enterprise platform',
    version: service.version,
    documentation: `${environment.publicUrl}/docs`,
    openapi: `${environment.publicUrl}/openapi.json`,
    health: urlOf('/health', {}),
  }),
})
