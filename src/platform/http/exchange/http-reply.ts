import type { APIGatewayProxyEvent } from 'aws-lambda'
import type { Readable } from 'node:stream'
import { environment } from '../../runtime/environment.ts'

export type OutgoingHeaders = Record<string, string>

/** A response whose status or headers differ from the defaults of the endpoint's spec. */
export class HttpReply<T> {
  readonly body: T
  readonly status: number | undefined
  readonly headers: OutgoingHeaders
  /** Creates a stream to send in place of the JSON body; for an `Idempotency-Key`, the JSON body is stored. */
  readonly stream: (() => Readable) | undefined
  /** True if the response contains links that expire, so that it must not be cached and has no `ETag`. */
  readonly isTemporary: boolean
  /** True if a part of the request failed: with the same `Idempotency-Key`, a retry does what is left. */
  readonly isPartial: boolean
  constructor(
    body: T,
    options: {
      status?: number
      headers?: OutgoingHeaders
      stream?: (() => Readable) | undefined
      isTemporary?: boolean
      isPartial?: boolean
    } = {},
  ) {
    this.body = body
    this.status = options.status
    this.headers = options.headers ?? {}
    this.stream = options.stream
    this.isTemporary = options.isTemporary ?? false
    this.isPartial = options.isPartial ?? false
  }
}

/** Returns a 204 for an endpoint that may also respond with a body. */
export const noContent = () => new HttpReply(undefined as never, { status: 204 })

/** Response headers that pages in a browser may read. */
export const exposedHeaders =
  'ETag, Link, Location, Retry-After, X-Request-Id, X-Error-Code, X-Truncated, Idempotency-Replayed, ' +
  'Deprecation, Sunset'

/** Returns the headers that let pages of a configured origin read the response (Fetch standard, CORS). */
const corsHeaders = (origin: string | undefined): OutgoingHeaders => {
  const allowed = environment.corsOrigins
  if (allowed.includes('*'))
    return { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': exposedHeaders }
  if (origin === undefined || !allowed.includes(origin)) return { Vary: 'Origin' }
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': exposedHeaders,
    Vary: 'Origin',
  }
}

/** Returns the headers that every response has unless it overrides them. */
export const responseHeaders = (requestId: string, origin: string | undefined): OutgoingHeaders => ({
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'X-Request-Id': requestId,
  ...corsHeaders(origin),
})

/** Returns a header of the request, regardless of case; keeps empty values. */
export const requestHeader = (
  event: Pick<APIGatewayProxyEvent, 'headers'>,
  name: string,
): string | undefined => {
  const wanted = name.toLowerCase()
  return Object.entries(event.headers ?? {}).find(([key]) => key.toLowerCase() === wanted)?.[1]
}
