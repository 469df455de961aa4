import * as z from '../../platform/schema/schema.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { runFunction } from '../invocation.ts'

/** The headers of the request that the function's own endpoint is to see. */
const passed = ['authorization', 'idempotency-key', 'if-match']

export const invokeFunction = endpoint(
  {
    method: 'POST',
    path: '/functions/{name}/invoke',
    summary: 'Call a function',
    description:
      'Runs the operation with the caller’s rights, and with the same checks and errors. `Idempotency-Key` ' +
      'and `If-Match` work as they do there.',
    invokesEndpoints: true,
    profile: 'files',
    params: {
      name: z.string().meta({ description: 'Name of the function.', examples: ['wiki_list_spaces'] }),
    },
    body: z.strictObject({
      arguments: z
        .record(z.string(), z.unknown())
        .default({})
        .meta({
          description: 'Arguments by name, as described by the function’s `parameters`.',
          examples: [{ q: 'handbook' }],
        }),
    }),
    maxBodyBytes: 4 * 1_048_576,
    response: z.object({
      result: z.unknown().meta({ description: 'Response of the operation; null if it has none.' }),
    }),
    problems: {
      403: 'The caller may not do this.',
      409: 'It conflicts with the current state.',
      412: '`If-Match` names a different version.',
    },
  },
  async ({ params, body, header, address }) => {
    const headers = passed.flatMap((name) => {
      const value = header(name)
      return value === undefined ? [] : [[name, value] as const]
    })
    const caller = { headers: Object.fromEntries(headers), address }
    return { result: await runFunction(params.name, body.arguments, caller) }
  },
)
