import { isCreation, isVersioned, maxBodyOf, type Problems, type Spec } from '../../src/platform/http/spec.ts'
import type { ProblemStatus } from '../../src/platform/runtime/problem.ts'
import { nounOf } from '../../src/platform/table/changes.ts'

/** The refusals of every endpoint below `/api/v1`, whatever it does. */
const commonProblems = {
  429: { 'request.throttled': 'Too many requests.' },
  500: { 'service.failed': 'Something went wrong on our side.' },
  503: {
    'service.unavailable': 'A service that this one depends on is throttled, unavailable or too slow.',
  },
} as const satisfies Problems

const problemsOfCaller = ({ access = 'user' }: Spec): Problems => ({
  ...(access !== 'public' && {
    401: {
      'auth.token_missing': 'There is no access token.',
      'auth.token_invalid': 'The access token is invalid, expired or revoked.',
    },
  }),
  ...((access === 'admin' || access === 'agent') && {
    403: { 'auth.role_required': 'The caller’s role does not permit this.' },
  }),
})

const problemsOfSession = ({ requiresSession }: Spec): Problems =>
  requiresSession ? { 403: { 'auth.session_required': 'It was not called by the person themselves.' } } : {}

const problemsOfBody = (spec: Spec): Problems => ({
  ...(spec.body && {
    400: { 'request.malformed': 'The body is not a JSON object.' },
    415: { 'request.not_json': 'The body is not JSON.' },
  }),
  413: { 'request.too_large': `The body is larger than ${maxBodyOf(spec)} bytes.` },
  ...(!spec.rawProtocol && { 422: { 'request.invalid': 'A value in the path, query or body is invalid.' } }),
})

/** Whether `If-Match` is honoured. */
export const takesIfMatch = (spec: Spec): boolean =>
  spec.takesIfMatch ?? (spec.method === 'PUT' && isVersioned(spec))

const problemsOfEntity = (spec: Spec): Problems => {
  if (spec.entity === undefined) return {}
  const noun = nounOf(spec.entity)
  return {
    404: { [`${spec.entity}_not_found`]: `The ${noun} does not exist, or the caller may not see it.` },
    ...(takesIfMatch(spec) && {
      412: { [`${spec.entity}_changed`]: `\`If-Match\` names a different version of the ${noun}.` },
    }),
  }
}

const problemsOfCreation = (spec: Spec): Problems =>
  isCreation(spec)
    ? {
        409: {
          'request.still_running': 'A request with the same `Idempotency-Key` is still running.',
          'request.done_before':
            'A request with the same `Idempotency-Key` has succeeded, but its response is lost.',
        },
      }
    : {}

/** Every refusal that a client can get from this endpoint: the spec's own, and those that follow from it. */
export const problemsOf = (spec: Spec): Problems => {
  const all = [
    commonProblems,
    problemsOfCaller(spec),
    problemsOfSession(spec),
    problemsOfBody(spec),
    problemsOfEntity(spec),
    problemsOfCreation(spec),
    spec.problems ?? {},
  ].flatMap((problems) => Object.entries(problems))
  const merged: Problems = {}
  for (const [status, codes] of all) {
    const key = Number(status) as ProblemStatus
    merged[key] = { ...merged[key], ...codes }
  }
  return merged
}
