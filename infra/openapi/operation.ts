import type * as z from '../../src/platform/schema/schema.ts'
import type { ProblemStatus } from '../../src/platform/runtime/problem.ts'
import * as specs from '../../src/platform/http/spec.ts'
import type { Spec } from '../../src/platform/http/spec.ts'
import { details, responseNames, tags, type HeaderName, type requestHeaders } from './parts.ts'
import type { JsonSchema, SchemaBook } from './schema.ts'

const takesIfMatch = (spec: Spec) => 412 in specs.problemsOf(spec)

const headerReferences = (names: HeaderName[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

const problemHeaders: Partial<Record<ProblemStatus, HeaderName[]>> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}

/** The answer with which an operation refuses; where it knows `Idempotency-Key`, a 409 may be over in a moment. */
export const problemResponse = (status: ProblemStatus, description: string, retries = false) => ({
  description,
  headers: headerReferences([
    'X-Request-Id',
    'X-Error-Code',
    ...(problemHeaders[status] ?? []),
    ...(retries && status === 409 ? ['Retry-After' as const] : []),
  ]),
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/Problem' },
      example: { detail: details[status] ?? description },
    },
  },
})

export const notModified = {
  description: 'Not modified since the version in `If-None-Match`.',
  headers: headerReferences(['X-Request-Id', 'ETag']),
}

/** What the statuses mean where no operation says more; those that differ from it stand in the operation itself. */
export const sharedProblems: Partial<Record<ProblemStatus, string>> = {
  ...specs.problemsOf({ method: 'PUT', path: '', access: 'admin', summary: '' }),
  400: 'The body is not a JSON object.',
  404: 'It does not exist, or the caller may not see it.',
  409: 'A request with the same `Idempotency-Key` is still running.',
  412: '`If-Match` names a different version.',
  415: 'The body is not JSON.',
}

const problems = (spec: Spec) =>
  Object.entries(specs.problemsOf(spec)).map(([status, description]) => {
    const shared = sharedProblems[Number(status) as ProblemStatus] === description
    const reference = { $ref: `#/components/responses/${responseNames[status]}` }
    return [
      status,
      shared
        ? reference
        : problemResponse(Number(status) as ProblemStatus, description, specs.isCreation(spec)),
    ]
  })

const meanings: Record<number, string> = {
  200: 'Success.',
  201: 'Created.',
  202: 'Accepted; runs in the background.',
  204: 'Success, without a body.',
  206: 'The requested part.',
  307: 'Redirect to `Location`.',
}

const successHeaders = (spec: Spec, status: number): HeaderName[] => [
  'X-Request-Id',
  ...(spec.cacheable || specs.isVersioned(spec) ? ['ETag' as const] : []),
  ...(spec.location && status !== 200 ? ['Location' as const] : []),
  ...(specs.isCreation(spec) ? ['Idempotency-Replayed' as const] : []),
]

const successes = (spec: Spec, book: SchemaBook) =>
  specs.statusesOf(spec).map((status) => {
    const schema = spec.response ? book.schemaOf(spec.response, 'output') : { type: 'string' }
    const types = [spec.produces ?? 'application/json', ...(spec.alsoProduces ?? [])]
    const content = Object.fromEntries(types.map((type) => [type, { schema }]))
    const answer = {
      description: meanings[status] ?? '',
      headers: headerReferences(successHeaders(spec, status)),
    }
    return [
      String(status),
      status !== 204 && (spec.response ?? spec.produces) ? { ...answer, content } : answer,
    ]
  })

/** Fields of a query or path as parameters; a description belongs to the parameter, the rest to its schema. */
const parametersIn = (place: 'path' | 'query', schema: z.ZodObject, book: SchemaBook) => {
  const { properties = {} } = book.schemaOf(schema, 'output')
  const asked = book.schemaOf(schema, 'input')
  return Object.entries(properties as Record<string, JsonSchema>).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: place === 'path' || (asked.required ?? []).includes(name),
    description,
    ...(rest.type === 'array' && { style: 'form', explode: false }), // one value, divided by commas
    schema: { ...rest, ...defaultOf(schema.shape[name]) },
  }))
}

const defaultOf = (field: unknown) => {
  const { def } = field as z.ZodType | z.ZodDefault
  return 'defaultValue' in def ? { default: def.defaultValue } : {}
}

const parameters = (spec: Spec, book: SchemaBook) => [
  ...parametersIn('path', specs.paramsSchema(spec), book),
  ...(spec.query ? parametersIn('query', spec.query, book) : []),
  ...(specs.isCreation(spec) ? [reference('IdempotencyKey')] : []),
  ...(takesIfMatch(spec) ? [reference('IfMatch')] : []),
  ...(spec.cacheable ? [reference('IfNoneMatch')] : []),
  ...Object.entries(spec.headers ?? {}).map(([name, description]) => ({
    name,
    in: 'header',
    description,
    schema: { type: 'string' },
  })),
]

const reference = (name: keyof typeof requestHeaders) => ({ $ref: `#/components/parameters/${name}` })

const whoMay = {
  public: 'No token required.',
  user: '',
  agent: 'For support agents and administrators.',
  admin: 'Administrators only.',
}

/** An endpoint as an operation of the document. */
export const operationOf = (
  { name, area, spec }: { name: string; area: string; spec: Spec },
  book: SchemaBook,
) => {
  const tag = tags[area]
  if (!tag) throw new Error(`infra/openapi/parts.ts has no sentence about the area ${area}.`)
  const description = [spec.description, whoMay[spec.access ?? 'user']].filter(Boolean).join('\n\n')
  const given = parameters(spec, book)
  return {
    operationId: name.replaceAll('-', '_'),
    tags: [tag.name],
    summary: spec.summary,
    ...(description && { description }),
    ...(spec.access === 'public' && { security: [] }),
    ...(given.length > 0 && { parameters: given }),
    ...(spec.body && {
      requestBody: {
        required: true,
        description: `A JSON object of at most ${specs.maxBodyOf(spec).toLocaleString('en')} bytes.`,
        content: {
          'application/json': { schema: book.schemaOf(spec.body, 'input') } as Record<string, unknown>,
        },
      },
    }),
    ...(spec.rawProtocol &&
      spec.method === 'POST' && {
        requestBody: {
          description: `Bytes, at most ${specs.maxBodyOf(spec).toLocaleString('en')}.`,
          content: {
            '*/*': { schema: { type: 'string', format: 'binary' } } as Record<string, unknown>,
          },
        },
      }),
    responses: Object.fromEntries([
      ...successes(spec, book),
      ...(spec.cacheable ? [['304', { $ref: '#/components/responses/NotModified' }]] : []),
      ...problems(spec),
    ]) as Record<string, unknown>,
  }
}
