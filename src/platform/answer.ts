import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import type { Readable } from 'node:stream'
import { environment } from './environment.ts'
import { Problem } from './problem.ts'

export type OutgoingHeaders = Record<string, string>

/** An answer that differs from what the endpoint's spec says by default: its status or its headers. */
export class Reply<T> {
  readonly body: T
  readonly status: number | undefined
  readonly headers: OutgoingHeaders
  /** What goes out instead of the body as JSON, made when that is due; the body is what an `Idempotency-Key` keeps. */
  readonly stream: (() => Readable) | undefined
  constructor(
    body: T,
    options: { status?: number; headers?: OutgoingHeaders; stream?: (() => Readable) | undefined } = {},
  ) {
    this.body = body
    this.status = options.status
    this.headers = options.headers ?? {}
    this.stream = options.stream
  }
}

/** Headers of an answer that a browser's page may read. */
export const exposed = 'ETag, Location, Retry-After, X-Request-Id, X-Error-Code, Idempotency-Replayed'

/** The headers that let a browser's page of a configured origin read the answer (Fetch standard, CORS). */
export const corsHeaders = (origin: string | undefined): OutgoingHeaders => {
  const allowed = environment.corsOrigins
  if (allowed.includes('*'))
    return { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': exposed }
  if (origin === undefined || !allowed.includes(origin)) return { Vary: 'Origin' }
  return { 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': exposed, Vary: 'Origin' }
}

/** A header of the request, whatever its case; empty ones are kept. */
export const headerOf = (event: Pick<APIGatewayProxyEvent, 'headers'>, name: string): string | undefined => {
  const wanted = name.toLowerCase()
  return Object.entries(event.headers ?? {}).find(([key]) => key.toLowerCase() === wanted)?.[1]
}

/** Whether `If-None-Match` names what stands there: the weak comparison of RFC 9110 section 13.1.2. */
export const isNoneMatch = (header: string | undefined, etag = ''): boolean =>
  header !== undefined &&
  header.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))

const isReadable = (body: unknown): body is Readable =>
  typeof body === 'object' && body !== null && 'pipe' in body

/** What goes to API Gateway: `body` as JSON, as text, as a stream or, being bytes, in Base64. HEAD has none (RFC 9110 section 9.3.2). */
export const rendered = (
  event: Pick<APIGatewayProxyEvent, 'headers' | 'httpMethod' | 'requestContext'>,
  status: number,
  body: unknown,
  headers: OutgoingHeaders,
): APIGatewayProxyResult => {
  const isBytes = body instanceof Uint8Array
  const isStream = isReadable(body)
  const hasBody = body !== undefined && event.httpMethod !== 'HEAD' && status !== 204 && status !== 304
  if (isStream && !hasBody) body.destroy()
  const text =
    typeof body === 'string' || isStream
      ? (body as string) // middy takes a stream as well
      : isBytes
        ? Buffer.from(body).toString('base64')
        : JSON.stringify(body)
  return {
    statusCode: status,
    headers: {
      ...(hasBody && { 'Content-Type': 'application/json' }),
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'X-Request-Id': event.requestContext.requestId,
      ...corsHeaders(headerOf(event, 'origin')),
      ...headers,
    },
    body: hasBody ? text : '',
    isBase64Encoded: hasBody && isBytes,
  }
}

/** The answer for any error: a Problem as itself, anything else a blank 500. */
export const renderedProblem = (
  event: Parameters<typeof rendered>[0],
  error: unknown,
): { problem: Problem; result: APIGatewayProxyResult } => {
  const problem =
    error instanceof Problem
      ? error
      : new Problem(500, 'service.failed', 'Something went wrong on our side.', { cause: error })
  const headers = { ...problem.headers, 'X-Error-Code': problem.code }
  return {
    problem,
    result: rendered(event, problem.status, { detail: problem.message, ...problem.fields }, headers),
  }
}
