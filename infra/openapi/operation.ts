import type * as z from '../../src/platform/schema/schema.ts'
import * as specs from '../../src/platform/http/spec-rules.ts'
import type { Spec } from '../../src/platform/http/spec.ts'
import { rawContent, successContent } from './schema/media-types.ts'
import { schemaNoun } from './schema/names.ts'
import { tags, type HeaderName, type requestHeaders } from './parts.ts'
import { headerReferences, toProblemResponses } from './problem-responses.ts'
import { takesIfMatch } from './problems.ts'
import type { JsonSchema, SchemaBook } from './schema/schema.ts'

export const notModified = {
  description: 'Not modified since the version in `If-None-Match`.',
  headers: headerReferences(['X-Request-Id', 'ETag']),
}

const successHeaders = (spec: Spec, status: number): HeaderName[] => [
  'X-Request-Id',
  ...(spec.cacheable || specs.isVersioned(spec) ? ['ETag' as const] : []),
  ...(spec.location && status !== 200 && status !== 204 ? ['Location' as const] : []),
  ...(specs.isRepeatable(spec) ? ['Idempotency-Replayed' as const] : []),
]

const successes = (spec: Spec, noun: string, book: SchemaBook) =>
  specs.successStatuses(spec).map((status) => {
    const content = successContent(spec, status, noun, book)
    const answer = {
      description: '', // successes.ts adds it once the schemas have their names
      headers: headerReferences(successHeaders(spec, status)),
    }
    return [String(status), content ? { ...answer, content } : answer]
  })

/**
 * Returns the fields of a query or path as parameters; the description belongs to the parameter, the rest to its
 * schema.
 */
const parametersIn = (place: 'path' | 'query', schema: z.ZodObject, book: SchemaBook) => {
  const { properties = {} } = book.schemaOf(schema, 'output')
  const asked = book.schemaOf(schema, 'input')
  return Object.entries(properties as Record<string, JsonSchema>).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: place === 'path' || (asked.required ?? []).includes(name),
    // a list shares the description of its values
    description: description ?? (rest.items as JsonSchema | undefined)?.description,
    ...(rest.type === 'array' && { style: 'form', explode: false }), // one comma-separated value
    schema: { ...rest, ...schemaDefault(schema.shape[name]) },
  }))
}

const schemaDefault = (field: unknown) => {
  const { def } = field as z.ZodType | z.ZodDefault
  return 'defaultValue' in def ? { default: def.defaultValue } : {}
}

const parameters = (spec: Spec, book: SchemaBook) => [
  ...parametersIn('path', specs.paramsSchema(spec), book),
  ...(spec.query ? parametersIn('query', spec.query, book) : []),
  ...(specs.isRepeatable(spec) ? [reference('IdempotencyKey')] : []),
  ...(takesIfMatch(spec) ? [reference('IfMatch')] : []),
  ...(spec.cacheable ? [reference('IfNoneMatch')] : []),
  ...Object.entries(spec.headers ?? {}).map(([name, description]) => ({
    name,
    in: 'header',
    description,
    schema: { type: 'string' },
  })),
]

type Content = Record<string, Record<string, unknown>>

interface RequestBody {
  required?: boolean
  description: string
  content: Content
}

const reference = (name: keyof typeof requestHeaders) => ({ $ref: `#/components/parameters/${name}` })

const whoMay = {
  public: 'No token required.',
  user: '',
  agent: 'For support agents and administrators.',
  admin: 'Administrators only.',
}

/** Returns the request body: a JSON object, a form, or bytes. */
const toRequestBody = (spec: Spec, book: SchemaBook): { requestBody?: RequestBody } => {
  const size = specs.maxBodySize(spec).toLocaleString('en')
  if (!spec.body) {
    if (!spec.rawProtocol || spec.method !== 'POST') return {}
    return { requestBody: { description: `Bytes, at most ${size}.`, content: rawContent('*/*') as Content } }
  }
  const { mediaType, name } = spec.bodyFormat
    ? { mediaType: spec.bodyFormat.mediaType, name: 'A form' }
    : { mediaType: spec.protocol?.mediaType ?? 'application/json', name: 'A JSON object' }
  return {
    requestBody: {
      required: spec.isBodyOptional !== true,
      description: `${name} of at most ${size} bytes.`,
      content: { [mediaType]: { schema: book.schemaOf(spec.body, 'input') } },
    },
  }
}

/** Returns an endpoint as an operation of the document. */
export const operationObject = (
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
    'x-effect': specs.greatestEffect(spec),
    ...(given.length > 0 && { parameters: given }),
    ...toRequestBody(spec, book),
    responses: Object.fromEntries([
      ...successes(spec, schemaNoun({ name, area, answers: undefined }), book),
      ...(spec.cacheable ? [['304', { $ref: '#/components/responses/NotModified' }]] : []),
      ...toProblemResponses(spec, book),
    ]) as Record<string, unknown>,
  }
}
