import { lastingRefusal, type LastingRefusal, type RefusalCode } from '../platform/aws/lasting-refusal.ts'
import { log } from '../platform/runtime/log.ts'
import type { ConfiguredModel } from './configured-models.ts'
import { ModelError } from './generation-request.ts'

/** Fields that errors of the AI SDK and of the network may have. */
interface ErrorFields {
  name?: unknown
  statusCode?: unknown
  responseBody?: unknown
  data?: unknown
  lastError?: unknown
  cause?: unknown
  code?: unknown
}

const errorFields = (error: unknown): ErrorFields =>
  typeof error === 'object' && error !== null ? error : {}

/** Returns the error of the last attempt. */
const lastError = (error: unknown): ErrorFields => errorFields(errorFields(error).lastError ?? error)

const responseText = ({ responseBody, data }: ErrorFields) =>
  `${typeof responseBody === 'string' ? responseBody : ''} ${JSON.stringify(data ?? '')}`

const isTooLongMessage = (text: string) =>
  /context.(length|window)|maximum context|input is too long|prompt is too long|too many (input )?tokens/i.test(
    text,
  )

const isFiltered = (text: string) =>
  /content_filter|content management policy|guardrail|responsible ?ai/i.test(text)

const unreadable = ['AI_JSONParseError', 'AI_TypeValidationError', 'AI_EmptyResponseBodyError']

const httpStatus = ({ statusCode }: ErrorFields) => (typeof statusCode === 'number' ? statusCode : undefined)

/** Returns the refusal in a provider's error that only an operator can resolve; undefined for all other errors. */
export const modelRefusal = (error: unknown): LastingRefusal | undefined => {
  const last = lastError(error)
  const httpStatusCode = httpStatus(last) ?? 0
  const isRefused = httpStatusCode >= 400 && httpStatusCode < 500
  return isRefused
    ? lastingRefusal({ message: responseText(last), $metadata: { httpStatusCode } })
    : undefined
}

/** Refusals of a model to which the account has no access yet. */
const missingConsents: RefusalCode[] = [
  'marketplace_subscription',
  'payment_method',
  'use_case_form',
  'model_access',
]

/** Statuses of errors that a parameter of the request may have caused. */
const parameterStatuses = [400, 404, 422, 500, 501]

/**
 * Returns the provider's description of an error for the log: the parameter that it names, and its message without
 * possible keys or texts of people.
 */
const readProviderWords = async (error: ErrorFields, configured: ConfiguredModel, texts: string) => {
  const status = httpStatus(error)
  const body = error.responseBody ?? (status === undefined && !(error instanceof Error) ? error : undefined)
  // such an error quotes keys
  if (body === undefined || status === 401 || status === 403) return {}
  const { namedParameter, readProviderError, withoutTexts } = await import('./provider-refusal.ts')
  const { keyForRemoval } = await import('./sdk-provider.ts')
  const words = readProviderError(body)
  const message = withoutTexts(words.message, texts, await keyForRemoval(configured))
  const mayName = status === undefined || parameterStatuses.includes(status)
  return {
    parameter: mayName ? namedParameter({ ...words, message }, status ?? 500) : undefined,
    message: message || undefined,
  }
}

/** Returns the end of the sentence "The model …" about an error. */
const describeError = (error: ErrorFields, refusal?: RefusalCode, parameter?: string): string => {
  const { name } = error
  const status = httpStatus(error)
  if (refusal && missingConsents.includes(refusal))
    return 'is not enabled for the platform at its provider; an administrator can fix this.'
  if (status === 413) return 'cannot process conversations of this length.'
  if (status !== undefined && status >= 400 && status < 500 && status !== 429) {
    const text = responseText(error)
    if (isTooLongMessage(text)) return 'cannot process conversations of this length.'
    if (isFiltered(text)) return 'refuses to answer this.'
  }
  if (parameter && parameter !== 'model' && (status === undefined || parameterStatuses.includes(status)))
    return `does not accept the parameter "${parameter}"; an administrator can fix this.`
  if (status === 401 || status === 403)
    return 'rejects the credentials of the platform; an administrator can fix this.'
  if (status === 404) return 'does not exist at its provider; an administrator can fix this.'
  if (status === 408 || status === 409 || status === 429 || (status !== undefined && status >= 500))
    return 'is busy; please try again in a moment.'
  if (status !== undefined && status >= 400) return 'rejected the request.'
  if (status !== undefined && status >= 300) return 'redirects elsewhere; an administrator can fix this.'
  if (unreadable.some((one) => one === name || one === errorFields(error.cause).name))
    return 'returned an unreadable answer.'
  if (name === 'AI_APICallError' && status === undefined) return 'cannot be reached; please try again later.'
  return 'stopped in the middle of its answer.'
}

/**
 * Converts a provider's error to one for people: requests, addresses, keys and the provider's message are left out.
 * Logs its kind, status and code, the cause of a lasting refusal, the parameter, and the provider's message without
 * what it repeats of `texts`, the request.
 */
export const toModelError = async (
  error: unknown,
  configured: ConfiguredModel,
  texts: string,
): Promise<ModelError> => {
  if (error instanceof ModelError) return error
  const { id, name } = configured
  const last = lastError(error)
  const { code = errorFields(last.cause).code } = last
  const refusal = modelRefusal(error)
  const words = await readProviderWords(last, configured, texts)
  log.warn('model failed', {
    model: id,
    error: typeof last.name === 'string' ? last.name : typeof error,
    status: httpStatus(last),
    // codes of Node; a provider's own code might contain anything
    code: typeof code === 'string' && /^[A-Z][A-Z_\d]{2,40}$/.test(code) ? code : undefined,
    parameter: words.parameter,
    provider_message: words.message,
    ...refusal,
  })
  return new ModelError(`The model "${name}" ${describeError(last, refusal?.refusal, words.parameter)}`)
}
