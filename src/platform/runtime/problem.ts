import { told } from '#docs'

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

/** The sentence for people, and what a problem is sent with beside it. */
type Wording =
  | string
  | {
      detail: string
      /** In seconds. */
      retryAfter?: number
      headers?: Record<string, string>
      fields?: Record<string, unknown>
      cause?: unknown
    }

/** A refusal as a spec declares it, for the documentation. */
export interface DeclaredProblem {
  readonly status: ProblemStatus
  readonly code: string
  /** What the code means wherever it is sent. */
  readonly meaning: string
  /** When this very operation refuses so, where that can be said more exactly. */
  readonly when?: string
  /** A `detail` that it may come with. */
  readonly example: string
}

/** A kind of refusal, which is defined once: called, it makes the problem to be thrown. */
export interface ProblemKind<Args extends unknown[] = []> extends DeclaredProblem {
  (...args: Args): Problem
  /** The same in a spec that can say more exactly when it refuses, or with which values. */
  as: (closer: { when?: string; example?: Args }) => DeclaredProblem
}

/** How a kind of refusal is worded, and what the documentation says of it. */
type Described<Args extends unknown[]> = {
  /** A sentence that depends on values is a function of them. */
  wording: Wording | ((...args: Args) => Wording)
} & (Args extends []
  ? { docs?: { meaning: string } }
  : { docs: { meaning: string; example: Readonly<NoInfer<Args>> } })

/**
 * Defines a kind of refusal; its sentence says what the code means unless `meaning` says more. One that depends on
 * values has some for an example: `problem('task.project_archived', 409, { wording: (key: string) => …, docs: told({
 * meaning: …, example: ['WEB'] }) })`.
 */
export const problem = <Args extends unknown[] = []>(
  code: string,
  status: ProblemStatus,
  description: string | Described<Args>,
): ProblemKind<Args> => {
  const { wording, docs } = typeof description === 'string' ? { wording: description } : description
  const word = (...args: Args) => {
    const worded = typeof wording === 'function' ? wording(...args) : wording
    return typeof worded === 'string' ? { detail: worded } : worded
  }
  const make = (...args: Args) => {
    const { detail, retryAfter, ...more } = word(...args)
    const headers = {
      ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
      ...more.headers,
    }
    return new Problem(status, code, detail, { ...more, headers })
  }
  const { meaning, example = [] } = (docs ?? {}) as { meaning?: string; example?: Args }
  // worded when somebody asks: packaged functions have no example for values
  const declare = (values = example): DeclaredProblem => ({
    status,
    code,
    get meaning() {
      return meaning ?? this.example
    },
    get example() {
      return word(...(values as Args)).detail
    },
  })
  const as: ProblemKind<Args>['as'] = ({ example: values, ...closer }) =>
    Object.assign(declare(values), closer)
  return Object.defineProperties(
    Object.assign(make, { as }),
    Object.getOwnPropertyDescriptors(declare()),
  ) as ProblemKind<Args>
}

/** The header of a 401 (RFC 6750 section 3), which names an error only where there was a token. */
export const challenge = (error?: 'invalid_token') => ({
  'WWW-Authenticate': `Bearer realm="api"${error ? `, error="${error}"` : ''}`,
})

/** Shows only the beginning of a name that a client made up. */
const shownOf = (name: string) => (name.length > 200 ? `${name.slice(0, 200)}…` : name).toWellFormed()

/** 422: what was sent is not as the sentence wants it. */
export const invalidRequest = problem('request.invalid', 422, {
  wording: (sentence: string) => sentence,
  docs: told({
    meaning: 'A value is invalid; the detail names it.',
    example: ['"colour" is not a query parameter of this request.'],
  }),
})

/** 422: the value of `field` is invalid; `wanted` continues the sentence after its name ("must be …"). */
export const invalid = (field: string, wanted: string) => invalidRequest(`"${shownOf(field)}" ${wanted}.`)

/** 503: a service that this one depends on is throttled, unavailable or too slow; nothing was written. */
export const unavailable = problem('service.unavailable', 503, {
  wording: (cause: unknown) => ({
    detail: 'The service is busy; please try again in a moment.',
    cause,
    retryAfter: 1,
  }),
  docs: told({
    meaning: 'The service is busy: retry after `Retry-After`.',
    example: [undefined],
  }),
})
