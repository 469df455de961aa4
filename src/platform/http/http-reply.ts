import type { APIGatewayProxyEvent } from 'aws-lambda'
import type { Readable } from 'node:stream'
import { environment } from '../runtime/environment.ts'

export type OutgoingHeaders = Record<string, string>

/** An answer that differs from what the endpoint's spec says by default: its status or its headers. */
export class HttpReply<T> {
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
export const exposedHeaders = 'ETag, Location, Retry-After, X-Request-Id, X-Error-Code, Idempotency-Replayed'

/** The headers that let a browser's page of a configured origin read the answer (Fetch standard, CORS). */
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

/** The headers that every answer has, unless it says otherwise. */
export const responseHeaders = (requestId: string, origin: string | undefined): OutgoingHeaders => ({
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'X-Request-Id': requestId,
  ...corsHeaders(origin),
})

/** A header of the request, whatever its case; empty ones are kept. */
export const headerOf = (event: Pick<APIGatewayProxyEvent, 'headers'>, name: string): string | undefined => {
  const wanted = name.toLowerCase()
  return Object.entries(event.headers ?? {}).find(([key]) => key.toLowerCase() === wanted)?.[1]
}
