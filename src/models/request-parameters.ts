import type { LanguageModelMiddleware } from 'ai'
import { log } from '../platform/runtime/log.ts'
import type { OptionalParameter } from './provider-refusal.ts'

type CallOptions = Parameters<NonNullable<LanguageModelMiddleware['wrapStream']>>[0]['params']

/** Parameters that the provider of a model rejects; they are omitted from its requests. */
type RefusedParameters = Set<OptionalParameter>

const refusedByModel = new Map<string, RefusedParameters>()

/** Returns the rejected parameters of a model that this process knows; the caller may add to them. */
export const knownRefusedParameters = (model: object): RefusedParameters => {
  const key = JSON.stringify(model)
  const known = refusedByModel.get(key) ?? new Set()
  refusedByModel.set(key, known)
  return known
}

/** Returns the body of a request without rejected parameters and with `extra` fields; null removes a field. */
export const adaptBody = (
  body: Record<string, unknown>,
  refused: RefusedParameters,
  extra: Record<string, unknown> = {},
): Record<string, unknown> => {
  const renamed = refused.has('max_tokens') && { max_completion_tokens: body['max_tokens'] }
  const isSent = ([name, value]: [string, unknown]) => value !== null && !(refused as Set<string>).has(name)
  return Object.fromEntries(Object.entries({ ...body, ...renamed, ...extra }).filter(isSent))
}

/** Statuses with which providers reject a parameter. */
const refusalStatuses = [400, 404, 422, 500, 501]

/** Maximum number of parameters omitted from one request. */
const maxRefused = 4

/** Returns the parameters that an error rejects, among those that were sent. */
const rejectedParameters = async (error: unknown, isSent: (name: OptionalParameter) => boolean) => {
  const { statusCode, responseBody } = error as { statusCode?: number; responseBody?: unknown }
  if (!refusalStatuses.includes(statusCode ?? 0)) return []
  const { readProviderError, refusedParameters, optionalParameters } = await import('./provider-refusal.ts')
  return refusedParameters(readProviderError(responseBody), optionalParameters.filter(isSent))
}

/** Returns the parameters of a call without those that the model rejects. */
const withoutRefused = (params: CallOptions, refused: RefusedParameters): CallOptions => {
  const kept = { ...params }
  if (refused.has('temperature')) delete kept.temperature
  if (refused.has('top_p')) delete kept.topP
  if (refused.has('max_completion_tokens')) delete kept.maxOutputTokens
  return kept
}

/** Returns middleware that retries a request without the parameter that the provider rejected. */
export const leavingOut = (model_id: string, refused: RefusedParameters): LanguageModelMiddleware => {
  const isSent = (name: OptionalParameter, { temperature, topP, tools }: CallOptions) => {
    if (refused.has(name)) return false
    if (name === 'temperature') return temperature !== undefined
    if (name === 'top_p') return topP !== undefined
    if (name === 'tool_choice') return Boolean(tools?.length)
    return name !== 'max_completion_tokens' || refused.has('max_tokens')
  }
  const attempt = async <T>(
    params: CallOptions,
    call: (params: CallOptions) => PromiseLike<T>,
    left: OptionalParameter[] = [],
  ): Promise<T> => {
    try {
      return await call(withoutRefused(params, refused))
    } catch (error) {
      const found = await rejectedParameters(error, (name) => isSent(name, params))
      // the provider may have meant something else
      if (found.length === 0 || left.length >= maxRefused) {
        for (const name of left) refused.delete(name)
        throw error
      }
      for (const name of found) refused.add(name)
      log.warn('model refuses a parameter', { model: model_id, parameter: found[0] })
      return attempt(params, call, [...left, ...found])
    }
  }
  return {
    specificationVersion: 'v4',
    wrapStream: ({ model, params }) => attempt(params, (adapted) => model.doStream(adapted)),
    wrapGenerate: ({ model, params }) => attempt(params, (adapted) => model.doGenerate(adapted)),
  }
}
