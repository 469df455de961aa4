import { docs } from '#docs'
import { HttpReply } from '../../platform/http/exchange/http-reply.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { endpointUrl } from '../../platform/http/link.ts'
import { isNavigation, pageVary } from '../../platform/http/request/navigation.ts'
import { basePath } from '../../platform/http/base-path.ts'
import { environment } from '../../platform/runtime/environment.ts'
import { answeredText } from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'
import service from '#generated/service.json' with { type: 'json' }

const link = z.url()

const negotiated = { Vary: pageVary }

const api = () => ({
  name: 'Enterprise platform',
  version: service.version,
  documentation: `${environment.publicUrl}/docs`,
  openapi: `${environment.publicUrl}/openapi.json`,
  health: endpointUrl('/health', {}),
})

export const readApi = endpoint('GET ', {
  access: 'public',
  profile: 'none',
  summary: 'Find the documentation',
  success: {
    200: 'The name and version of the API, and links to its documentation.',
    302: 'A redirect to the start page, for browsers.',
  },
  status: [200, 302],
  description: 'The API, and links to its documentation.',
  response: z.described(
    { id: 'Api' },
    {
      name: answeredText(100).meta(docs('Name of the service.')),
      version: answeredText(100).meta(docs('Version of the service, as in the OpenAPI document.')),
      documentation: link.meta(docs('URL of the reference for readers.')),
      openapi: link.meta(docs('URL of the OpenAPI document.')),
      health: link.meta(docs('URL of the health check.')),
    },
  ),
  handle: async ({ header }) =>
    isNavigation(header)
      ? new HttpReply(api(), { status: 302, headers: { ...negotiated, Location: `${basePath()}/` } })
      : new HttpReply(api(), { headers: negotiated }),
})
