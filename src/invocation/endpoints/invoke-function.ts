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
      'Runs the operation itself with the rights of the caller: the same checks, and the same errors. ' +
      '`Idempotency-Key` and `If-Match` count as they do there.',
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
          description: 'The arguments by their names, as `parameters` of the function has them.',
          examples: [{ q: 'handbook' }],
        }),
    }),
    maxBodyBytes: 4 * 1_048_576,
    response: z.object({
      result: z.unknown().meta({ description: 'What the operation answers; null where it has no answer.' }),
    }),
    problems: {
      403: 'The caller may not do this.',
      409: 'It does not fit the present state.',
      412: '`If-Match` names another version.',
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
