import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { endpoint } from '../../platform/http/endpoint.ts'

export const readHealth = endpoint('GET /health', {
  access: 'public',
  profile: 'none',
  summary: 'Check that the service responds',
  success: 'The service responds.',
  description:
    'It asks no other service, so it says that requests get through, not that the table or the object ' +
    'store work.',
  response: z.object({ status: z.literal('ok').meta(docs('Always `ok`.')) }),
  handle: async () => ({ status: 'ok' as const }),
})
