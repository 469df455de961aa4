import { roleRequired, sessionRequired } from '../../src/platform/http/request/authentication.ts'
import { leastScope, scopeMissing } from '../../src/platform/http/request/scope-check.ts'
import { bodyTooLarge } from '../../src/platform/http/request/body-limit.ts'
import { stillRunning } from '../../src/platform/http/idempotency-record.ts'
import { malformed, notJson } from '../../src/platform/http/request/json-body.ts'
import { serviceFailed } from '../../src/platform/http/answer/problem-response.ts'
import { greatestEffect, isRepeatable, isVersioned, maxBodySize } from '../../src/platform/http/spec-rules.ts'
import type { Spec } from '../../src/platform/http/spec.ts'
import { tokenInvalid, tokenMissing } from '../../src/platform/identity/actor.ts'
import { invalidRequest, unavailable, type DeclaredProblem } from '../../src/platform/runtime/problem.ts'
import * as z from '../../src/platform/schema/schema.ts'
import { absentProblem, changedProblem } from '../../src/platform/table/changes.ts'
import { doneBefore } from '../../src/platform/table/idempotent-write.ts'
import { throttled } from '../gateway/gateway-responses.ts'
import { toSingular } from './successes.ts'

const listScopeProblems = (spec: Spec): DeclaredProblem[] => {
  const { access, requiresSession } = spec
  if (access === 'public' || requiresSession) return []
  const least = leastScope(spec)
  const isCovered = least === 'read' && greatestEffect(spec) !== 'read'
  return [scopeMissing.as({ example: [isCovered ? 'write' : least] })]
}

const problemsOfCaller = (spec: Spec): DeclaredProblem[] => {
  const { access = 'user', requiresSession } = spec
  return [
    ...(access === 'public' ? [] : [tokenMissing, tokenInvalid]),
    ...(access === 'admin' || access === 'agent' ? [roleRequired.as({ example: [access] })] : []),
    ...(requiresSession ? [sessionRequired] : []),
    ...listScopeProblems(spec),
  ]
}

const findRequiredField = ({ body }: Spec): string | undefined =>
  body && (z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }).required ?? [])[0]

const invalidIn = (spec: Spec): DeclaredProblem => {
  const field = findRequiredField(spec)
  return field === undefined ? invalidRequest : invalidRequest.as({ example: [`"${field}" is required.`] })
}

const tooLargeFor = (maxBytes: number): DeclaredProblem =>
  bodyTooLarge.as({ when: `The body is larger than ${maxBytes} bytes.`, example: [maxBytes] })

const problemsOfBody = (spec: Spec): DeclaredProblem[] => [
  ...(spec.body ? (spec.bodyFormat?.problems ?? [malformed, notJson]) : []),
  tooLargeFor(maxBodySize(spec)),
  ...(spec.rawProtocol ? [] : [invalidIn(spec)]),
]

export const takesIfMatch = (spec: Spec): boolean =>
  spec.takesIfMatch ?? (spec.method === 'PUT' && isVersioned(spec))

/**
 * Returns the entity in the path as `<area>.<noun>`; undefined if the path names none, or if the endpoint is public.
 */
export const pathEntity = ({ entity, path, access }: Spec): string | undefined => {
  const end = path.indexOf('/{id}')
  if (end < 0 || access === 'public') return undefined
  const segments = path.slice(1, end).split('/')
  return entity ?? `${segments[0]}.${toSingular(segments.at(-1) as string)}`
}

const problemsOfEntity = (spec: Spec): DeclaredProblem[] => {
  const name = pathEntity(spec)
  return name === undefined
    ? []
    : [absentProblem(name), ...(takesIfMatch(spec) ? [changedProblem(name)] : [])]
}

/** Returns every problem that an endpoint can answer: problems that follow from the spec, and the spec's own. */
export const listProblems = (spec: Spec): DeclaredProblem[] => {
  const all: DeclaredProblem[] = [
    throttled,
    serviceFailed,
    unavailable,
    ...problemsOfCaller(spec),
    ...problemsOfBody(spec),
    ...problemsOfEntity(spec),
    ...(isRepeatable(spec) ? [stillRunning, doneBefore] : []),
    ...(spec.problems ?? []),
  ]
  const translated = all.map((one) => ({ ...one, status: spec.protocol?.statusOf(one.status) ?? one.status }))
  // the spec's own problems are more specific than derived ones, and override them
  return [...new Map(translated.map((problem) => [`${problem.status} ${problem.code}`, problem])).values()]
}
