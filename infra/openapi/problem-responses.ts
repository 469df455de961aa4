import { isDeepStrictEqual } from 'node:util'
import { malformed, notJson } from '../../src/platform/http/request/json-body.ts'
import { isReadMethod, isRepeatable } from '../../src/platform/http/spec-rules.ts'
import type { Spec } from '../../src/platform/http/spec.ts'
import type { DeclaredProblem, ProblemStatus } from '../../src/platform/runtime/problem.ts'
import { responseNames, type HeaderName } from './parts.ts'
import { listProblems } from './problems.ts'
import type { SchemaBook } from './schema/schema.ts'

export const headerReferences = (names: HeaderName[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

const problemHeaders: Partial<Record<ProblemStatus, HeaderName[]>> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}

/** Returns a list of codes with their sentences, or the sentence of the only problem. */
const problemDescription = (problems: DeclaredProblem[]): string =>
  problems
    .map(({ code, meaning, when = meaning }) => (problems.length === 1 ? when : `- \`${code}\`: ${when}`))
    .join('\n')

/** Returns the body of a problem's example in the form of the operation's protocol. */
const exampleBody = (problem: DeclaredProblem, { protocol, jsonRpcErrors = {} }: Spec): object => {
  const { code, example: message } = problem
  const number = jsonRpcErrors[code]
  if (number !== undefined) return { jsonrpc: '2.0', id: null, error: { code: number, message } }
  return protocol ? protocol.bodyOf({ ...problem, message, fields: {} }) : { detail: message }
}

const problemContent = (problems: DeclaredProblem[], spec: Spec, schema: object) => {
  const { mediaType = 'application/json' } = spec.protocol ?? {}
  const values = problems.map((problem) => [problem.code, exampleBody(problem, spec)] as const)
  const examples = Object.fromEntries(values.map(([code, value]) => [code, { value }]))
  return {
    [mediaType]: {
      schema,
      ...(values.length === 1 ? { example: values[0]?.[1] } : { examples }),
    },
    ...(spec.problemPages &&
      !spec.protocol &&
      isReadMethod(spec) && { 'text/html': { schema: { type: 'string' } } }),
  }
}

const errorCodeHeader = (problems: DeclaredProblem[]) => ({
  'X-Error-Code': {
    description: 'Code of the error.',
    schema: { type: 'string', enum: problems.map(({ code }) => code) },
  },
})

/**
 * Returns an error response of an operation; a 409 has `Retry-After` if the operation supports `Idempotency-Key`,
 * because the conflict may end soon.
 */
const problemResponse = (
  status: ProblemStatus,
  problems: DeclaredProblem[],
  spec: Spec,
  schema: object = { $ref: '#/components/schemas/Problem' },
) => ({
  description: problemDescription(problems),
  headers: {
    ...headerReferences(['X-Request-Id']),
    ...(spec.passesProblems ? headerReferences(['X-Error-Code']) : errorCodeHeader(problems)),
    ...headerReferences(problemHeaders[status] ?? []),
    ...(isRepeatable(spec) && status === 409 && headerReferences(['Retry-After'])),
  },
  ...(spec.method === 'HEAD' ? {} : { content: problemContent(problems, spec, schema) }),
})

const byStatus = (problems: DeclaredProblem[]): [ProblemStatus, DeclaredProblem[]][] =>
  [...Map.groupBy(problems, ({ status }) => status)].sort(([a], [b]) => a - b)

/** Endpoint with only shared problems. */
const plain: Spec = { method: 'POST', path: '', access: 'admin', status: 201, summary: '' }

const shared = new Map(byStatus([...listProblems(plain), malformed, notJson]))

/** Returns the components that describe the problems of many operations. */
export const sharedResponses = () =>
  Object.fromEntries(
    [...shared].map(([status, problems]) => [
      responseNames[status],
      problemResponse(status, problems, plain),
    ]),
  )

/** Returns the schema of problems of one status, if the operation's protocol has one. */
const protocolSchema = (problems: DeclaredProblem[], spec: Spec, book: SchemaBook): object | undefined => {
  const isJsonRpc = problems.every(({ code }) => spec.jsonRpcErrors?.[code] !== undefined)
  const schema = isJsonRpc ? spec.response : spec.protocol?.problem
  return schema && book.schemaOf(schema, 'output')
}

/** Returns the error responses of an operation by status. */
export const toProblemResponses = (spec: Spec, book: SchemaBook): [string, object][] =>
  byStatus(listProblems(spec)).map(([status, problems]) => {
    const response = problemResponse(status, problems, spec, protocolSchema(problems, spec, book))
    const common = shared.get(status)
    const isShared = common && isDeepStrictEqual(response, problemResponse(status, common, plain))
    return [String(status), isShared ? { $ref: `#/components/responses/${responseNames[status]}` } : response]
  })
