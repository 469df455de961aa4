import * as z from '../../platform/schema/schema.ts'
import { endpoint } from '../../platform/http/endpoint.ts'

export const readHealth = endpoint(
  {
    method: 'GET',
    path: '/health',
    access: 'public',
    profile: 'none',
    summary: 'Check that the service responds',
    response: z.object({ status: z.literal('ok').meta({ description: 'Always `ok`.' }) }),
  },
  async () => ({ status: 'ok' as const }),
)
