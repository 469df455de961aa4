import type { APIGatewayProxyEvent } from 'aws-lambda'
import { headerOf } from './http-reply.ts'
import { bodyEncodingOf } from './body-limit.ts'
import { openCursor } from '../table/cursor.ts'
import { ifMatchOf } from './entity-tag.ts'
import { invalid } from '../runtime/problem.ts'
import type { Middleware } from './request-state.ts'
import { paramsSchema, type Spec } from './spec.ts'
import { validated } from '../schema/validation.ts'

/** `q` and `search` are synonyms: the name that the endpoint uses. */
const parameterOf = (name: string, { query }: Spec) => {
  const other = name === 'q' ? 'search' : name === 'search' ? 'q' : undefined
  return other && query && !(name in query.shape) && other in query.shape ? other : name
}

/** Words to search for, of which none is the same as no parameter. */
const isBlankSearch = (name: string, value: string | undefined) =>
  (name === 'q' || name === 'search') && value?.trim() === ''

const givenQuery = (event: APIGatewayProxyEvent, spec: Spec): Record<string, unknown> => {
  const query = new Map<string, string | undefined>()
  for (const [given, values] of Object.entries(event.multiValueQueryStringParameters ?? {})) {
    const name = parameterOf(given, spec)
    if (!spec.rawProtocol && (query.has(name) || (values ?? []).length > 1))
      throw invalid(given, 'must be given only once')
    if (isBlankSearch(name, values?.[0]) && spec.query && name in spec.query.shape) continue
    query.set(name, values?.[0])
  }
  return Object.fromEntries(query)
}

const noQuery = (given: Record<string, unknown>) => {
  const [name] = Object.keys(given)
  if (name !== undefined) throw invalid(name, 'is not a query parameter of this request')
  return {}
}

const queryOf = (event: APIGatewayProxyEvent, spec: Spec) => {
  const given = givenQuery(event, spec)
  return (spec.query ? validated(spec.query, given, 'query') : noQuery(given)) as Record<string, unknown>
}

/** Checks path, query and body against the spec; throws 422 if one does not match. */
export const validate = (spec: Spec): Middleware => {
  const paths = paramsSchema(spec)
  return {
    before: async ({ event, internal }) => {
      const params = validated(paths, event.pathParameters ?? {}, 'path')
      const query = queryOf(event, spec)
      const body = spec.body ? validated(spec.body, internal.json, 'body') : {}

      const { cursor, limit: _, ...filters } = query
      const binding = JSON.stringify([spec.path, params, filters, internal.caller?.id])
      if (spec.query && 'cursor' in spec.query.shape && typeof cursor === 'string')
        query['cursor'] = await openCursor(cursor, binding)
      const bytes = Buffer.from((spec.rawProtocol && event.body) || '', bodyEncodingOf(event))
      const ifMatch = ifMatchOf(headerOf(event, 'if-match'))
      internal.values = { params, query, body, bytes, ifMatch, binding }
    },
  }
}
