import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { observedChanges } from '../../platform/history/observed-changes.ts'
import { changeObserver } from '../../platform/table/write-observer.ts'
import { loadAudience } from '../../access/audience.ts'
import { callEffect } from '../call-effect.ts'
import { FunctionInput, FunctionResult, functionProblems } from '../function-call.ts'
import { functionCaller, runFunction } from '../invocation.ts'

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
  handle: async ({ actor, params, body, header, address }) => {
    const observer = changeObserver(body.dry_run)
    const caller = { ...functionCaller(header, address), observer }
    const result = await runFunction(params.name, body.arguments, caller)
    const changes = await observedChanges(observer, actor)
    const isShared = body.dry_run && callEffect(params.name, body.arguments) === 'sharing'
    const audience = isShared ? await loadAudience(observer, actor) : null
    return { result: body.dry_run ? null : result, changes, audience }
  },
})
