/** Patterns of errors that persist until an operator changes something, by the code that is logged. */
const words = {
  marketplace_subscription: /aws-marketplace:|marketplace subscription/i,
  payment_method: /payment.instrument/i,
  use_case_form: /use case details/i,
  model_access: /model access is denied|access to the model/i,
  inference_profile: /on-demand throughput/i,
  unknown_model: /model identifier is invalid|end of its life|model.*(not found|not exist)/i,
  unverified_identity: /NotVerified|not verified/i,
  paused_account: /AccountSuspended|SendingPaused/,
  credentials:
    /UnrecognizedClient|InvalidClientTokenId|InvalidAccessKeyId|SignatureDoesNotMatch|token .*is invalid/i,
  encryption_key: /\bkms/i,
  missing_resource:
    /^(Resource)?NotFoundE|^ParameterNotFound|QueueDoesNotExist|NonExistentQueue|NoSuchBucket|for deletion/,
  permission: /AccessDenied|not authorized|OptInRequired/i,
}

export type RefusalCode = keyof typeof words

/** Codes by status, for errors whose text says nothing, such as responses without a body. */
const byStatus: Partial<Record<number, RefusalCode>> = { 401: 'credentials', 403: 'permission' }

/** Pattern of temporary errors that have the status of a refusal. */
const passing = /throttl|expired|TooSkewed/i

/** Log fields that count as a refusal (infra/template/logs.yml); `action` is the missing permission. */
export interface LastingRefusal {
  refusal: RefusalCode
  action: string | undefined
}

/**
 * Returns the refusal in an error that no retry can fix; undefined for all other errors. Quotes nothing but the missing
 * permission, because AWS error messages contain addresses and keys.
 */
export const lastingRefusal = ({
  name = '',
  message = '',
  $metadata: { httpStatusCode = 0 } = {},
}: Partial<Error> & { $metadata?: { httpStatusCode?: number } }): LastingRefusal | undefined => {
  const text = `${name} ${message}`
  if (passing.test(text)) return undefined
  const codes = Object.keys(words) as RefusalCode[]
  const refusal = codes.find((code) => words[code].test(text)) ?? byStatus[httpStatusCode]
  return refusal && { refusal, action: /[a-z][a-z\d-]+:[A-Z][A-Za-z]+/.exec(message)?.[0] }
}
