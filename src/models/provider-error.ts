import { lastingRefusal, type LastingRefusal, type RefusalCode } from '../platform/aws/lasting-refusal.ts'
import { log } from '../platform/runtime/log.ts'
import type { Model } from './model.ts'
import { ModelError } from './generation-request.ts'

/** What errors of the AI SDK and of the network may say of themselves. */
interface ErrorFields {
  name?: unknown
  statusCode?: unknown
  responseBody?: unknown
  data?: unknown
  lastError?: unknown
  cause?: unknown
  code?: unknown
}

const fieldsOf = (error: unknown): ErrorFields => (typeof error === 'object' && error !== null ? error : {})

/** The error of the last attempt. */
const lastError = (error: unknown): ErrorFields => fieldsOf(fieldsOf(error).lastError ?? error)

const responseText = ({ responseBody, data }: ErrorFields) =>
  `${typeof responseBody === 'string' ? responseBody : ''} ${JSON.stringify(data ?? '')}`

const isTooLong = (text: string) =>
  /context.(length|window)|maximum context|input is too long|prompt is too long|too many (input )?tokens/i.test(
    text,
  )

const isFiltered = (text: string) =>
  /content_filter|content management policy|guardrail|responsible ?ai/i.test(text)

const unreadable = ['AI_JSONParseError', 'AI_TypeValidationError', 'AI_EmptyResponseBodyError']

const statusOf = ({ statusCode }: ErrorFields) => (typeof statusCode === 'number' ? statusCode : undefined)

/** The refusal in an error of a provider, which only an operator can end; undefined for all other errors. */
export const modelRefusal = (error: unknown): LastingRefusal | undefined => {
  const last = lastError(error)
  const httpStatusCode = statusOf(last) ?? 0
  const isRefused = httpStatusCode >= 400 && httpStatusCode < 500
  return isRefused
    ? lastingRefusal({ message: responseText(last), $metadata: { httpStatusCode } })
    : undefined
}

/** Refusals of a model that the account has not been given yet. */
const missingConsents: RefusalCode[] = [
  'marketplace_subscription',
  'payment_method',
  'use_case_form',
  'model_access',
]

/** The end of the sentence "The model … " about an error. */
const describeError = (error: ErrorFields, refusal?: RefusalCode): string => {
  const { name } = error
  const status = statusOf(error)
  if (refusal && missingConsents.includes(refusal))
    return 'is not enabled for the platform at its provider; an administrator can fix that.'
  if (status === 413) return 'cannot process such a long conversation.'
  if (status !== undefined && status >= 400 && status < 500 && status !== 429) {
    const text = responseText(error)
    if (isTooLong(text)) return 'cannot process such a long conversation.'
    if (isFiltered(text)) return 'refuses to answer this.'
  }
  if (status === 401 || status === 403)
    return 'rejects the credentials of the platform; an administrator can fix that.'
  if (status === 404) return 'does not exist at its provider; an administrator can fix that.'
  if (status === 408 || status === 409 || status === 429 || (status !== undefined && status >= 500))
    return 'is busy; please try again in a moment.'
  if (status !== undefined && status >= 400) return 'rejected the request.'
  if (status !== undefined && status >= 300) return 'redirects elsewhere; an administrator can fix that.'
  if (unreadable.some((one) => one === name || one === fieldsOf(error.cause).name))
    return 'gave an unreadable answer.'
  if (name === 'AI_APICallError' && status === undefined) return 'cannot be reached; please try again later.'
  return 'broke off in the middle of its answer.'
}

/**
 * Returns an error of a provider as one that people may see and that may be logged: requests, addresses, keys and the
 * provider's words are left out. The log has its kind, status and code, and the cause of a refusal that lasts.
 */
export const toModelError = (error: unknown, { id, name }: Model): ModelError => {
  if (error instanceof ModelError) return error
  const last = lastError(error)
  const { code = fieldsOf(last.cause).code } = last
  const refusal = modelRefusal(error)
  log.warn('model failed', {
    model: id,
    error: typeof last.name === 'string' ? last.name : typeof error,
    status: statusOf(last),
    // those of Node; a provider's own might say anything
    code: typeof code === 'string' && /^[A-Z][A-Z_\d]{2,40}$/.test(code) ? code : undefined,
    ...refusal,
  })
  return new ModelError(`The model "${name}" ${describeError(last, refusal?.refusal)}`)
}
