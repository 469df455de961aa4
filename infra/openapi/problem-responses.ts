import { isDeepStrictEqual } from 'node:util'
import { malformed, notJson } from '../../src/platform/http/request/json-body.ts'
import { isCreation, type Spec } from '../../src/platform/http/spec.ts'
import type { DeclaredProblem, ProblemStatus } from '../../src/platform/runtime/problem.ts'
import { responseNames, type HeaderName } from './parts.ts'
import { problemsOf } from './problems.ts'

export const headerReferences = (names: HeaderName[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

const problemHeaders: Partial<Record<ProblemStatus, HeaderName[]>> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}

/** Sentences as a list with the code of each, or the one alone. */
const descriptionOf = (problems: DeclaredProblem[]): string =>
  problems
    .map(({ code, meaning, when = meaning }) => (problems.length === 1 ? when : `- \`${code}\`: ${when}`))
    .join('\n')

const contentOf = (problems: DeclaredProblem[], spec: Spec, schema: object) => {
  const { mediaType = 'application/json', bodyOf } = spec.protocol ?? {}
  const values = problems.map((problem) => {
    const { code, example: message } = problem
    return [code, bodyOf ? bodyOf({ ...problem, message, fields: {} }) : { detail: message }] as const
  })
  const examples = Object.fromEntries(values.map(([code, value]) => [code, { value }]))
  return {
    [mediaType]: {
      schema,
      ...(values.length === 1 ? { example: values[0]?.[1] } : { examples }),
    },
    ...(spec.problemPages && !spec.protocol && { 'text/html': { schema: { type: 'string' } } }),
  }
}

const errorCodeHeader = (problems: DeclaredProblem[]) => ({
  'X-Error-Code': {
    description: 'Why it was refused.',
    schema: { type: 'string', enum: problems.map(({ code }) => code) },
  },
})

/** The answer with which an operation refuses; where it knows `Idempotency-Key`, a 409 may be over in a moment. */
const problemResponse = (
  status: ProblemStatus,
  problems: DeclaredProblem[],
  spec: Spec,
  schema: object = { $ref: '#/components/schemas/Problem' },
) => ({
  description: descriptionOf(problems),
  headers: {
    ...headerReferences(['X-Request-Id']),
    ...(spec.passesProblems ? headerReferences(['X-Error-Code']) : errorCodeHeader(problems)),
    ...headerReferences(problemHeaders[status] ?? []),
    ...(isCreation(spec) && status === 409 && headerReferences(['Retry-After'])),
  },
  ...(spec.method === 'HEAD' ? {} : { content: contentOf(problems, spec, schema) }),
})

const byStatus = (problems: DeclaredProblem[]): [ProblemStatus, DeclaredProblem[]][] =>
  [...Map.groupBy(problems, ({ status }) => status)].sort(([a], [b]) => a - b)

/** An endpoint whose every refusal follows from what it is: those that others share. */
const plain: Spec = { method: 'POST', path: '', access: 'admin', status: 201, summary: '' }

const shared = new Map(byStatus([...problemsOf(plain), malformed, notJson]))

/** The components of the document that describe the refusals of many operations. */
export const sharedResponses = () =>
  Object.fromEntries(
    [...shared].map(([status, problems]) => [
      responseNames[status],
      problemResponse(status, problems, plain),
    ]),
  )

/** What an operation answers when it refuses, by status; the schema is that of its protocol, if it has one. */
export const problemResponsesOf = (spec: Spec, schema?: object): [string, object][] =>
  byStatus(problemsOf(spec)).map(([status, problems]) => {
    const response = problemResponse(status, problems, spec, schema)
    const common = shared.get(status)
    const isShared = common && isDeepStrictEqual(response, problemResponse(status, common, plain))
    return [String(status), isShared ? { $ref: `#/components/responses/${responseNames[status]}` } : response]
  })
