import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { endpoint } from '../../platform/http/endpoint.ts'

export const readHealth = endpoint('GET /health', {
  access: 'public',
  profile: 'none',
  summary: 'Check that the service responds',
  success: 'The service responds.',
  description:
    'Calls no other service: the answer shows that requests reach this service, but does not check the table ' +
    'or the object store.',
  response: z.object({ status: z.literal('ok').meta(docs('Always `ok`.')) }),
  handle: async () => ({ status: 'ok' as const }),
})
