import { isDeepStrictEqual } from 'node:util'
import * as z from '../../src/platform/schema/schema.ts'
import { isCreation, maxBodyOf, rolesOf, type Problems, type Spec } from '../../src/platform/http/spec.ts'
import type { ProblemStatus } from '../../src/platform/runtime/problem.ts'
import { errorCodeOf } from './error-codes.ts'
import { responseNames, type HeaderName } from './parts.ts'
import { problemsOf } from './problems.ts'

interface Endpoint {
  name: string
  spec: Spec
}

export const headerReferences = (names: HeaderName[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

const problemHeaders: Partial<Record<ProblemStatus, HeaderName[]>> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}

/** The first field that the body must have. */
const requiredFieldOf = ({ body }: Spec): string | undefined =>
  body && (z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }).required ?? [])[0]

/** Sentences that follow from the spec. */
const derivedDetails: Record<string, (spec: Spec) => string | undefined> = {
  'auth.role_required': ({ access = 'user' }) =>
    access === 'public' ? undefined : `This requires the role ${rolesOf[access].join(' or ')}.`,
  'request.too_large': (spec) => `The body may have at most ${maxBodyOf(spec)} bytes.`,
  'request.invalid': (spec) => {
    const field = requiredFieldOf(spec)
    return field && `"${field}" is required.`
  },
}

/** A `detail` that the operation can answer with this code. */
const detailOf = (code: string, { name, spec }: Endpoint): string => {
  const described = errorCodeOf(code)
  return derivedDetails[code]?.(spec) ?? described.detailOf?.[name] ?? described.detail
}

/** Sentences as a list with the code of each, or the one alone. */
const descriptionOf = (codes: Readonly<Record<string, string>>): string => {
  const all = Object.entries(codes)
  return all.length === 1
    ? (all[0]?.[1] as string)
    : all.map(([code, when]) => `- \`${code}\`: ${when}`).join('\n')
}

const contentOf = (codes: string[], endpoint: Endpoint) => {
  const values = codes.map((code) => [code, { detail: detailOf(code, endpoint) }] as const)
  const examples = Object.fromEntries(values.map(([code, value]) => [code, { value }]))
  return {
    'application/json': {
      schema: { $ref: '#/components/schemas/Problem' },
      ...(values.length === 1 ? { example: values[0]?.[1] } : { examples }),
    },
    ...(endpoint.spec.problemPages && { 'text/html': { schema: { type: 'string' } } }),
  }
}

const errorCodeHeader = (codes: string[]) => ({
  'X-Error-Code': {
    description: 'Why it was refused.',
    schema: { type: 'string', enum: codes },
  },
})

/** The answer with which an operation refuses; where it knows `Idempotency-Key`, a 409 may be over in a moment. */
const problemResponse = (
  status: ProblemStatus,
  codes: Readonly<Record<string, string>>,
  endpoint: Endpoint,
) => ({
  description: descriptionOf(codes),
  headers: {
    ...headerReferences(['X-Request-Id']),
    ...(endpoint.spec.passesProblems
      ? headerReferences(['X-Error-Code'])
      : errorCodeHeader(Object.keys(codes))),
    ...headerReferences(problemHeaders[status] ?? []),
    ...(isCreation(endpoint.spec) && status === 409 && headerReferences(['Retry-After'])),
  },
  ...(endpoint.spec.method === 'HEAD' ? {} : { content: contentOf(Object.keys(codes), endpoint) }),
})

/** An endpoint whose every refusal follows from what it is: those that others share. */
const plain: Endpoint = {
  name: '',
  spec: { method: 'POST', path: '', access: 'admin', status: 201, summary: '' },
}

const shared: Problems = {
  ...problemsOf(plain.spec),
  400: { 'request.malformed': 'The body is not a JSON object.' },
  415: { 'request.not_json': 'The body is not JSON.' },
}

/** The components of the document that describe the refusals of many operations. */
export const sharedResponses = () =>
  Object.fromEntries(
    Object.entries(shared).map(([status, codes]) => [
      responseNames[status],
      problemResponse(Number(status) as ProblemStatus, codes, plain),
    ]),
  )

/** What an operation answers when it refuses, by status. */
export const problemResponsesOf = (endpoint: Endpoint): [string, object][] =>
  Object.entries(problemsOf(endpoint.spec)).map(([key, codes]) => {
    const status = Number(key) as ProblemStatus
    const response = problemResponse(status, codes, endpoint)
    const common = shared[status] && problemResponse(status, shared[status], plain)
    const isShared = isDeepStrictEqual(response, common)
    return [key, isShared ? { $ref: `#/components/responses/${responseNames[key]}` } : response]
  })
