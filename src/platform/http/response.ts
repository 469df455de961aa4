import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { responseHeaders, headerOf, HttpReply, type OutgoingHeaders } from './http-reply.ts'
import { acceptedEncoding, compressed, compressedStream, isCompressible } from './content-encoding.ts'
import type { ContentEncoding } from './content-encoding.ts'
import { sealCursor } from '../table/cursor.ts'
import { isNoneMatch } from './entity-tag.ts'
import { environment } from '../runtime/environment.ts'
import { encodeText } from './payload.ts'
import type { Middleware } from './request-state.ts'
import { routeOf, statusesOf, type Spec } from './spec.ts'
import { serialize } from './serializer.ts'

/** An answer before it is encoded: undefined for no body. */
interface Answer {
  status: number
  headers: OutgoingHeaders
  body: string | Uint8Array | Readable | undefined
}

/** `{file.id}` in a template is the field `id` of the answer's `file`. */
const fieldOf = (body: unknown, path: string) =>
  path.split('.').reduce((value, name) => (value as Record<string, unknown>)[name], body)

const locationOf = (template: string, body: unknown) =>
  environment.publicUrl +
  routeOf({ path: template.replace(/\{([\w.]+)\}/g, (_, path: string) => String(fieldOf(body, path))) })

/** What the endpoint has given, stripped to its schema, with what follows from the spec: cursor, version, place. */
const answerOf = async (spec: Spec, given: unknown, binding: string): Promise<Answer> => {
  const reply = given instanceof HttpReply ? given : new HttpReply(given)
  const status = reply.status ?? (statusesOf(spec)[0] as number)
  if (spec.produces)
    return {
      status,
      headers: { 'Content-Type': spec.produces, ...reply.headers },
      body: reply.body as Answer['body'],
    }
  const body = (spec.response && serialize(spec.response, reply.body)) as Record<string, unknown> | undefined
  if (typeof body?.['next_cursor'] === 'string')
    body['next_cursor'] = await sealCursor(body['next_cursor'], binding)
  const headers: OutgoingHeaders = { ...(body && { 'Content-Type': 'application/json' }), ...reply.headers }
  if (spec.location && body && status !== 200) headers['Location'] = locationOf(spec.location, body)
  if (Number.isInteger(body?.['version'])) headers['ETag'] = `"${String(body?.['version'])}"`
  return { status, headers, body: reply.stream?.() ?? (body && JSON.stringify(body)) }
}

/**
 * A tag of bytes differs by their encoding (RFC 9110 section 8.8.3.3). One that is a version does not: clients send it
 * back in `If-Match`, and what is compared there is the thing.
 */
const encodedTag = (etag: string, encoding: ContentEncoding) => `${etag.slice(0, -1)}-${encoding}"`

/** The answer without a body where there is none to be sent: to HEAD, with 204 and 304. */
const bodiless = ({ status, headers, body }: Answer): APIGatewayProxyResult => {
  if (body instanceof Readable) body.destroy()
  const { 'Content-Type': type, ...others } = headers
  const isHead = status !== 204 && status !== 304
  return {
    statusCode: status,
    headers: isHead && type !== undefined ? { ...others, 'Content-Type': type } : others,
    body: '',
    isBase64Encoded: false,
  }
}

/** What is the same for everybody is compressed once: how many answers a function keeps. */
const maxCompressed = 20

/** Makes the answer of what the work has given, as small as the client accepts. */
export const respond = (spec: Spec): Middleware => {
  const kept = new Map<string, Buffer>()

  const compressedOnce = async (bytes: Uint8Array, encoding: ContentEncoding) => {
    if (spec.access !== 'public' || !spec.cacheable) return compressed(bytes, encoding)
    const key = `${encoding} ${createHash('sha256').update(bytes).digest('base64')}`
    const known = kept.get(key)
    if (known) return known
    const made = await compressed(bytes, encoding)
    if (kept.size >= maxCompressed) kept.clear()
    if (made) kept.set(key, made)
    return made
  }

  /** A function that streams writes bytes; one that does not has them in Base64. */
  const sent = ({ status, headers }: Answer, body: string | Uint8Array | Readable): APIGatewayProxyResult => {
    const result = { statusCode: status, headers, isBase64Encoded: false }
    if (body instanceof Readable) return { ...result, body: body as never } // middy takes a stream as well
    if (typeof body === 'string') return { ...result, ...(spec.stream ? { body } : encodeText(body)) }
    if (spec.stream) return { ...result, body: Readable.from([body], { objectMode: false }) as never }
    return { ...result, body: Buffer.from(body).toString('base64'), isBase64Encoded: true }
  }

  const encoded = async (answer: Answer, encoding: ContentEncoding | undefined) => {
    const body = answer.body ?? ''
    if (!encoding) return sent(answer, body)
    const smaller =
      body instanceof Readable
        ? await compressedStream(body, encoding)
        : await compressedOnce(Buffer.from(body as string), encoding)
    if (!smaller) return sent(answer, body)
    const headers = { ...answer.headers, 'Content-Encoding': encoding }
    return sent({ ...answer, headers }, smaller)
  }

  const respondTo = async (event: APIGatewayProxyEvent, answer: Answer): Promise<APIGatewayProxyResult> => {
    const common = responseHeaders(event.requestContext.requestId, headerOf(event, 'origin'))
    const headers: OutgoingHeaders = { ...common, ...answer.headers }
    const canBeSmaller = isCompressible(headers)
    const encoding = canBeSmaller ? acceptedEncoding(headerOf(event, 'accept-encoding')) : undefined
    if (canBeSmaller) headers['Vary'] = ['Accept-Encoding', headers['Vary']].filter(Boolean).join(', ')
    if (spec.cacheable) {
      headers['Cache-Control'] = answer.headers['Cache-Control'] ?? 'private, no-cache'
      if (encoding && spec.produces && headers['ETag'])
        headers['ETag'] = encodedTag(headers['ETag'], encoding)
    }
    const full = { ...answer, headers }
    if (spec.cacheable && isNoneMatch(headerOf(event, 'if-none-match'), headers['ETag']))
      return bodiless({ ...full, status: 304 })
    const hasBody = answer.body !== undefined && answer.status !== 204 && event.httpMethod !== 'HEAD'
    return hasBody ? encoded(full, encoding) : bodiless(full)
  }

  return {
    after: async (request) => {
      const { event, internal } = request
      const answer = await answerOf(spec, request.response, internal.values?.binding ?? '')
      request.response = await respondTo(event, answer)
    },
  }
}
