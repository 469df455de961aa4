import { problemDocs } from '#docs'

/** Statuses of the problems that an endpoint can throw. */
export type ProblemStatus =
  400 | 401 | 403 | 404 | 405 | 406 | 409 | 412 | 413 | 415 | 416 | 422 | 429 | 500 | 501 | 503

/** The only error that clients see: a status, a stable code for machines and one sentence for people. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly status: ProblemStatus
  /** `<area>.<what_happened>`, sent as `X-Error-Code` and never renamed. */
  readonly code: string
  readonly headers: Record<string, string>
  /** Additional fields of the response body, for protocols that require them. */
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

/** The sentence for people, and anything else that is sent with the problem. */
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

/** A problem as an endpoint's spec declares it, for the documentation. */
export interface DeclaredProblem {
  readonly status: ProblemStatus
  readonly code: string
  /** Meaning of the code, the same for every operation. */
  readonly meaning: string
  /** Condition under which this operation throws the problem, if it can be stated more precisely. */
  readonly when?: string
  readonly example: string
}

/** A kind of problem, defined once; calling it creates the problem to throw. */
export interface ProblemKind<Args extends unknown[] = []> extends DeclaredProblem {
  (...args: Args): Problem
  /** Returns the declaration for a spec that states more precisely when the problem occurs, or with which values. */
  as: (closer: { when?: string; example?: Args }) => DeclaredProblem
}

/** Wording and documentation of a kind of problem. */
type Described<Args extends unknown[]> = {
  /** The sentence, or a function of the values that it depends on. */
  wording: Wording | ((...args: Args) => Wording)
} & (Args extends []
  ? { docs?: { meaning: string } }
  : { docs: { meaning: string; example: Readonly<NoInfer<Args>> } })

/**
 * Defines a kind of problem. Its sentence also documents the code unless `meaning` is given. A sentence that depends on
 * values needs example values: `problem('task.project_archived', 409, { wording: (key: string) => …, docs:
 * problemDocs({ meaning: …, example: ['WEB'] }) })`.
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
  // worded lazily: packaged functions have no example values
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

/** Returns the header of a 401 (RFC 6750 section 3); it names an error only if the request had a token. */
export const challenge = (error?: 'invalid_token') => ({
  'WWW-Authenticate': `Bearer realm="api"${error ? `, error="${error}"` : ''}`,
})

/** Truncates a client-supplied name to 200 characters. */
const truncateName = (name: string) => (name.length > 200 ? `${name.slice(0, 200)}…` : name).toWellFormed()

/** 422: the request is invalid; `sentence` says what is wrong. */
export const invalidRequest = problem('request.invalid', 422, {
  wording: (sentence: string) => sentence,
  docs: problemDocs({
    meaning: 'A value is invalid; the detail names it.',
    example: ['"colour" is not a query parameter of this request.'],
  }),
})

/** Creates a 422 for an invalid value of `field`; `wanted` continues the sentence after its name ("must be …"). */
export const invalid = (field: string, wanted: string) =>
  invalidRequest(`"${truncateName(field)}" ${wanted}.`)

/** 503: a service that this one depends on is throttled, unavailable or too slow; nothing was written. */
export const unavailable = problem('service.unavailable', 503, {
  wording: (cause: unknown) => ({
    detail: 'The service is busy; please try again in a moment.',
    cause,
    retryAfter: 1,
  }),
  docs: problemDocs({
    meaning: 'The service is busy; retry after the time in `Retry-After`.',
    example: [undefined],
  }),
})
