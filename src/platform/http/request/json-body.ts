import { problemDocs } from '#docs'
import httpJsonBodyParser from '@middy/http-json-body-parser'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import { isUtf8 } from 'node:buffer'
import { requestHeader } from '../exchange/http-reply.ts'
import { bodyEncoding } from './body-limit.ts'
import { invalid, invalidRequest, problem } from '../../runtime/problem.ts'
import type { Middleware, MiddlewareRequest } from '../exchange/request-state.ts'
import type { Spec } from '../spec.ts'
import { requireWellFormed } from '../../schema/well-formed.ts'

/**
 * Maximum number of values in a body. The parser calls a function for each value, which takes ten times as long as
 * parsing (decision 0001).
 */
export const maxValues = 50_000

const [quote, backslash, comma, bracket, brace] = Buffer.from('"\\,[{')

/** Counts the values of a JSON text: one after each comma, and the first of each array and object. */
export const countValues = (bytes: Buffer): number => {
  let count = 1
  let isText = false
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index]
    if (byte === quote) isText = !isText
    else if (isText) index += Number(byte === backslash)
    else if (byte === comma || byte === bracket || byte === brace) count += 1
  }
  return count
}

export const malformed = problem('request.malformed', 400, {
  wording: (detail: string, cause?: unknown) => ({ detail, cause }),
  docs: problemDocs({
    meaning: 'The body is not a JSON object in UTF-8.',
    example: ['The body must be a JSON object.'],
  }),
})

export const notJson = problem(
  'request.not_json',
  415,
  'The body must be JSON with the content type application/json.',
)

const notAnObject = (cause?: unknown) => malformed('The body must be a JSON object.', cause)

const decodeBody = (event: APIGatewayProxyEvent) => Buffer.from(event.body ?? '', bodyEncoding(event))

/** Returns the body without surrounding white space, and without the byte order mark that some clients send first. */
const decodeBodyText = (event: APIGatewayProxyEvent) => decodeBody(event).toString().trim()

/** Checks the type, encoding and size of a body before it is parsed. */
const requireParsable = (event: APIGatewayProxyEvent) => {
  const type = requestHeader(event, 'content-type') || 'application/json'
  if (!/^application\/(.+\+)?json *($|;)/i.test(type)) throw notJson()
  const bytes = decodeBody(event)
  if (!isUtf8(bytes)) throw malformed('The body must be encoded in UTF-8.')
  if (bytes.length > maxValues && countValues(bytes) > maxValues)
    throw invalidRequest(`The body must not have more than ${maxValues} values.`)
}

const parser = httpJsonBodyParser({ disableContentTypeCheck: true })

/**
 * Returns the problem of a parser error. The parser rejects names that change an object's prototype; any other error
 * means invalid JSON.
 */
const parseProblem = (error: Error) => {
  const data = (error.cause as { data?: unknown } | undefined)?.data
  return data === '__proto__' || data === 'constructor'
    ? invalid(data, 'is not allowed as a field name')
    : notAnObject(error)
}

/**
 * Returns the body as an object. Parses a copy of the event, so that the request's own event stays unchanged for a
 * retry.
 */
const parsedBody = async (request: MiddlewareRequest): Promise<object> => {
  const copy = { ...request, event: { body: decodeBodyText(request.event) } as APIGatewayProxyEvent }
  try {
    await parser.before?.(copy)
  } catch (error) {
    throw parseProblem(error as Error)
  }
  const value: unknown = copy.event.body
  if (Object(value) !== value || Array.isArray(value)) throw notAnObject()
  return value as object
}

/** Throws 422 unless the body is empty or `{}`; an endpoint without body fields accepts these with any content type. */
const requireNoFields = (event: APIGatewayProxyEvent) => {
  if (!/^(?:\{\s*\})?$/.test(decodeBodyText(event)))
    throw invalidRequest('This request has no body fields; send no body or {}.')
}

/** Parses the body: throws 415 if its type is not JSON, 400 if it is not a JSON object in UTF-8. */
export const parseBody = (spec: Spec): Middleware => ({
  before: async (request) => {
    const { event, internal } = request
    if (!spec.body) return spec.rawProtocol ? undefined : requireNoFields(event)
    if (spec.isBodyOptional && decodeBodyText(event) === '') internal.json = {}
    else {
      requireParsable(event)
      const body = await parsedBody(request)
      requireWellFormed(body)
      internal.json = body
    }
  },
})
