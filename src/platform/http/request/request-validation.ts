import { requestHeader } from '../exchange/http-reply.ts'
import { bodyEncoding } from './body-limit.ts'
import { openCursor } from '../../table/list/cursor.ts'
import { parseIfMatch } from '../exchange/entity-tag.ts'
import { invalid } from '../../runtime/problem.ts'
import type { Middleware, Values } from '../exchange/request-state.ts'
import { paramsSchema } from '../spec-rules.ts'
import type { Spec } from '../spec.ts'
import { requireLazySchema } from '../../schema/lazy-schema.ts'
import { validated } from '../../schema/validation.ts'

/** Returns the endpoint's name of a parameter: `q` and `search` are synonyms. */
const suggestedParameter = (name: string, { query }: Spec) => {
  const other = name === 'q' ? 'search' : name === 'search' ? 'q' : undefined
  return other && query && !(name in query.shape) && other in query.shape ? other : name
}

/** Returns true for a search without words, which counts as absent. */
const isBlankSearch = (name: string, value: string | undefined) =>
  (name === 'q' || name === 'search') && value?.trim() === ''

/** Returns true if a parameter is a list. */
const takesSeveral = (field: unknown): boolean => {
  if (field === undefined) return false
  const { item, within } = requireLazySchema(field).parts
  return item !== undefined || takesSeveral(within)
}

/** Returns the values of a list, separated by commas, or given by repeated parameters if they may contain commas. */
const splitValues = ([first = '', ...others]: string[]): string[] => [
  ...new Set(others.length > 0 ? [first, ...others] : first.split(',').map((one) => one.trim())),
]

type Query = Record<string, string[] | undefined>

const givenQuery = (all: Query, spec: Spec): Record<string, unknown> => {
  const query = new Map<string, unknown>()
  for (const [given, values = []] of Object.entries(all)) {
    const name = suggestedParameter(given, spec)
    const isList = Object.hasOwn(spec.query?.shape ?? {}, name) && takesSeveral(spec.query?.shape[name])
    if (!spec.rawProtocol && (query.has(name) || (values.length > 1 && !isList)))
      throw invalid(given, 'must be given only once')
    if (isBlankSearch(name, values[0]) && spec.query && name in spec.query.shape) continue
    query.set(name, isList ? splitValues(values) : values[0])
  }
  return Object.fromEntries(query)
}

const noQuery = (given: Record<string, unknown>) => {
  const [name] = Object.keys(given)
  if (name !== undefined) throw invalid(name, 'is not a query parameter of this request')
  return {}
}

const parseQuery = (all: Query, spec: Spec) => {
  const given = givenQuery(all, spec)
  return (spec.query ? validated(spec.query, given, 'query') : noQuery(given)) as Record<string, unknown>
}

/** Input of a request or a call before validation. */
export interface Given {
  params: object
  query: Query
  body: unknown
  ifMatch: string | undefined
}

/** Returns a function that validates path, query and body against the spec; it throws 422 if one does not match. */
export const requestValidator = (spec: Spec) => {
  const paths = paramsSchema(spec)
  return async (
    { ifMatch, ...given }: Given,
    caller: { id: string } | undefined,
  ): Promise<Omit<Values, 'bytes'>> => {
    const params = validated(paths, given.params, 'path')
    const query = parseQuery(given.query, spec)
    const body = spec.body ? validated(spec.body, given.body, 'body') : {}

    const { cursor, limit: _, ...filters } = query
    const binding = JSON.stringify([spec.path, params, filters, caller?.id])
    if (spec.query && 'cursor' in spec.query.shape && typeof cursor === 'string')
      query['cursor'] = await openCursor(cursor, binding)
    return { params, query, body, ifMatch: parseIfMatch(ifMatch), binding }
  }
}

/** Validates path, query and body of an event. */
export const validate = (spec: Spec): Middleware => {
  const check = requestValidator(spec)
  return {
    before: async ({ event, internal }) => {
      const given = {
        params: event.pathParameters ?? {},
        query: event.multiValueQueryStringParameters ?? {},
        body: internal.json,
        ifMatch: requestHeader(event, 'if-match'),
      }
      const bytes = Buffer.from((spec.rawProtocol && event.body) || '', bodyEncoding(event))
      internal.values = { ...(await check(given, internal.caller)), bytes }
    },
  }
}
