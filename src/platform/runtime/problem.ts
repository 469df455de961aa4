/** The statuses that an endpoint can refuse with. */
export type ProblemStatus =
  400 | 401 | 403 | 404 | 405 | 409 | 412 | 413 | 415 | 416 | 422 | 429 | 500 | 501 | 503

/** The only error that clients see: a status, a stable code for machines and one sentence for people. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly status: ProblemStatus
  /** `<area>.<what_happened>`, sent as `X-Error-Code` and never renamed. */
  readonly code: string
  readonly headers: Record<string, string>
  /** What the body says beside `detail`, where a protocol wants it. */
  readonly fields: Record<string, unknown>

  constructor(
    status: ProblemStatus,
    code: string,
    detail: string,
    options: { headers?: Record<string, string>; fields?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    super(detail, { cause: options.cause })
    this.status = status
    this.code = code
    this.headers = options.headers ?? {}
    this.fields = options.fields ?? {}
  }
}

/** 401 with the challenge of RFC 6750 section 3, which names an error only where there was a token. */
export const unauthorized = (code: string, detail: string, error?: 'invalid_token') =>
  new Problem(401, code, detail, {
    headers: { 'WWW-Authenticate': `Bearer realm="api"${error ? `, error="${error}"` : ''}` },
  })

/** 403: the caller may see the resource but not do this. */
export const forbidden = (code: string, detail: string) => new Problem(403, code, detail)

/** 404, also for what the caller may not see, so that its existence is not revealed. */
export const notFound = (code: string, detail: string) => new Problem(404, code, detail)

/** 409: the request conflicts with the current state. */
export const conflict = (code: string, detail: string) => new Problem(409, code, detail)

/** Shows only the beginning of a name that a client made up. */
const shownOf = (name: string) => (name.length > 200 ? `${name.slice(0, 200)}…` : name).toWellFormed()

/** 422: the value of `field` is invalid; `wanted` continues the sentence after its name ("must be …"). */
export const invalid = (field: string, wanted: string) =>
  new Problem(422, 'request.invalid', `"${shownOf(field)}" ${wanted}.`)

/** 503: a service that this one depends on is throttled, unavailable or too slow; nothing was written. */
export const unavailable = (cause: unknown, detail = 'The service is busy; please try again in a moment.') =>
  new Problem(503, 'service.unavailable', detail, { cause, headers: { 'Retry-After': '1' } })
