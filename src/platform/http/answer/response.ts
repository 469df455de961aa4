import type { APIGatewayProxyEvent } from 'aws-lambda'
import { buildAnswer, type Answer } from './answer.ts'
import { acceptedEncoding, isCompressible, type ContentEncoding } from './content-encoding.ts'
import { isNoneMatch } from '../exchange/entity-tag.ts'
import { requestHeader, responseHeaders, type OutgoingHeaders } from '../exchange/http-reply.ts'
import type { Middleware } from '../exchange/request-state.ts'
import { resultWithBody, withoutBody } from './result.ts'
import type { Spec } from '../spec.ts'

/**
 * Returns the entity tag of an encoded body. A digest differs by encoding (RFC 9110 section 8.8.3.3); a version does
 * not, because `If-Match` compares the resource and not its bytes.
 */
const encodedTag = (etag: string, encoding: ContentEncoding) => `${etag.slice(0, -1)}-${encoding}"`

/** Returns the headers of a response and the encoding of its body. */
const negotiate = (spec: Spec, event: APIGatewayProxyEvent, answer: Answer) => {
  const common = responseHeaders(event.requestContext.requestId, requestHeader(event, 'origin'))
  const headers: OutgoingHeaders = { ...common, ...answer.headers }
  const canBeSmaller = isCompressible(headers)
  const encoding = canBeSmaller ? acceptedEncoding(requestHeader(event, 'accept-encoding')) : undefined
  if (canBeSmaller) headers['Vary'] = ['Accept-Encoding', headers['Vary']].filter(Boolean).join(', ')
  if (spec.cacheable) {
    headers['Cache-Control'] = answer.headers['Cache-Control'] ?? 'private, no-cache'
    if (encoding && spec.produces && headers['ETag']) headers['ETag'] = encodedTag(headers['ETag'], encoding)
  }
  return { headers, encoding }
}

/** Builds the response from the result of the handler, compressed if the client accepts it. */
export const respond = (spec: Spec): Middleware => {
  const withBody = resultWithBody(spec)
  return {
    after: async (request) => {
      const { event, internal } = request
      const answer = await buildAnswer(spec, request.response, internal.values?.binding ?? '')
      const { headers, encoding } = negotiate(spec, event, answer)
      const full = { ...answer, headers }
      const isKnown = isNoneMatch(requestHeader(event, 'if-none-match'), headers['ETag'])
      const isUnchanged = spec.cacheable && headers['ETag'] !== undefined && isKnown
      const hasBody = answer.body !== undefined && answer.status !== 204 && event.httpMethod !== 'HEAD'
      if (isUnchanged) request.response = withoutBody({ ...full, status: 304 })
      else request.response = hasBody ? await withBody(full, encoding) : withoutBody(full)
    },
  }
}
