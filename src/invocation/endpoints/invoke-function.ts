import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { FunctionInput, FunctionResult, functionProblems } from '../function-call.ts'
import { functionCaller } from '../invocation.ts'
import { invokedFunction } from '../invoked-function.ts'

export const invokeFunction = endpoint('POST /functions/{name}/invoke', {
  summary: 'Call a function',
  success: 'The response of the operation.',
  effect: 'destructive',
  description:
    'Runs the operation with the caller’s rights, and with the same checks and errors. `Idempotency-Key` and ' +
    '`If-Match` have the same effect as for the operation. A dry run does not use up the key, and a repeated ' +
    'request changes nothing.',
  invokesEndpoints: true,
  isScopedByCall: true,
  profile: 'files',
  params: {
    name: z.string().meta(docs('Name of the function.', { examples: ['wiki_list_spaces'] })),
  },
  body: FunctionInput,
  maxBodyBytes: 4 * 1_048_576,
  response: FunctionResult,
  problems: functionProblems,
  takesIfMatch: true,
  passesProblems: true,
  handle: ({ actor, params, body, header, address }) =>
    invokedFunction(params.name, body, functionCaller(header, address), actor),
})
