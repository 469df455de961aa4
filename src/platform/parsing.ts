import type { MiddlewareObj } from '@middy/core'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import { headerOf } from './answer.ts'
import { callerOf } from './authenticating.ts'
import { openCursor } from './cursor.ts'
import type { IfMatch } from './writes.ts'
import { invalid, Problem } from './problem.ts'
import { maxBodyOf, paramsSchema, type Spec } from './spec.ts'
import { validated } from './validation.ts'
import { requireWellFormed } from './well-formed.ts'

/** The values of a request after they were checked. */
export interface Checked {
  params: unknown
  query: unknown
  body: unknown
  bytes: Buffer
  ifMatch: IfMatch
}

interface Parsed extends Checked {
  /** What the cursors of this list are bound to: the list, its filters and the caller. */
  binding: string
}

const parsed = new WeakMap<APIGatewayProxyEvent, Parsed>()

/** What `parsing` has made of the request. */
export const parsedOf = (event: APIGatewayProxyEvent): Parsed => parsed.get(event) as Parsed

const encodingOf = ({ isBase64Encoded }: APIGatewayProxyEvent) => (isBase64Encoded ? 'base64' : 'utf8')

const bodyBytes = (event: APIGatewayProxyEvent) => Buffer.byteLength(event.body ?? '', encodingOf(event))

/** The step that refuses a body that is too large, before anything is known of the caller. */
export const limiting = (spec: Spec): MiddlewareObj<APIGatewayProxyEvent> => ({
  before: ({ event }) => {
    if (bodyBytes(event) > maxBodyOf(spec))
      throw new Problem(413, 'request.too_large', `The body may have at most ${maxBodyOf(spec)} bytes.`)
  },
})

const bodyText = ({ body, isBase64Encoded }: APIGatewayProxyEvent) =>
  isBase64Encoded ? Buffer.from(body ?? '', 'base64').toString() : (body ?? '')

const parsedBody = (event: APIGatewayProxyEvent): unknown => {
  try {
    return JSON.parse(bodyText(event))
  } catch (cause) {
    throw malformed(cause)
  }
}

const malformed = (cause?: unknown) =>
  new Problem(400, 'request.malformed', 'The body must be a JSON object.', { cause })

/** The body as an object: 415 when its type is another than JSON, 400 when it is no JSON object. */
const bodyObject = (event: APIGatewayProxyEvent): object => {
  const type = headerOf(event, 'content-type') || 'application/json'
  if (!/^application\/(.+\+)?json *($|;)/i.test(type))
    throw new Problem(
      415,
      'request.not_json',
      'The body must be JSON, with the content type application/json.',
    )
  const value = parsedBody(event)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformed()
  requireWellFormed(value)
  return value
}

/** An endpoint without body fields takes no body and `{}`, of any content type. */
const requireNoFields = (event: APIGatewayProxyEvent) => {
  const text = bodyText(event).trim()
  if (text !== '' && !/^\{\s*\}$/.test(text))
    throw new Problem(422, 'request.invalid', 'This request has no body fields; send no body or {}.')
}

/** `q` and `search` are one parameter (API.md section 1, search): the name that the endpoint has for it. */
const parameterOf = (name: string, { query }: Spec) => {
  const other = name === 'q' ? 'search' : name === 'search' ? 'q' : undefined
  return other && query && !(name in query.shape) && other in query.shape ? other : name
}

const queryOf = (event: APIGatewayProxyEvent, spec: Spec): Record<string, unknown> => {
  const query = new Map<string, string | undefined>()
  for (const [given, values] of Object.entries(event.multiValueQueryStringParameters ?? {})) {
    const name = parameterOf(given, spec)
    if (!spec.foreign && (query.has(name) || (values ?? []).length > 1))
      throw invalid(given, 'must be given once')
    query.set(name, values?.[0])
  }
  return Object.fromEntries(query)
}

const ifMatchOf = (event: APIGatewayProxyEvent): IfMatch => {
  const tag = headerOf(event, 'if-match')?.trim()
  if (!tag || tag === '*') return tag ? '*' : undefined
  const version = /^"(\d{1,15})"$/.exec(tag)?.[1]
  return version === undefined ? -1 : Number(version) // a tag that was never ours matches nothing
}

/** The step that reads body, path and query, and refuses what the spec does not want. */
export const parsing = (spec: Spec): MiddlewareObj<APIGatewayProxyEvent> => {
  const paths = paramsSchema(spec)
  return {
    before: async ({ event }) => {
      if (!spec.body && !spec.foreign) requireNoFields(event)
      const raw = spec.body && bodyObject(event)
      const params = validated(paths, event.pathParameters ?? {}, 'path')
      const given = queryOf(event, spec)
      const query = (spec.query ? validated(spec.query, given, 'query') : noQuery(given)) as Record<
        string,
        unknown
      >
      const body = spec.body && validated(spec.body, raw, 'body')

      const { cursor, limit: _, ...filters } = query
      const binding = JSON.stringify([spec.path, params, filters, callerOf(event).id])
      if (spec.query && 'cursor' in spec.query.shape && typeof cursor === 'string')
        query['cursor'] = await openCursor(cursor, binding)
      const bytes = Buffer.from((spec.foreign && event.body) || '', encodingOf(event))
      parsed.set(event, { params, query, body: body ?? {}, bytes, ifMatch: ifMatchOf(event), binding })
    },
  }
}

const noQuery = (given: Record<string, unknown>) => {
  const [name] = Object.keys(given)
  if (name !== undefined) throw invalid(name, 'is not a query parameter of this request')
  return {}
}
