import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda'
import { randomUUID } from 'node:crypto'
import { Readable, Writable } from 'node:stream'
import { expect } from 'vitest'
import { preludeOf } from '../../infra/local/lambda/lambda.ts'
import type { EndpointHandler } from '../../src/platform/http/endpoint.ts'
import { listProblems } from '../../infra/openapi/problems.ts'
import { takesPage } from '../../src/platform/http/request/navigation.ts'
import { fullPath, isEmptyStatus, successStatuses } from '../../src/platform/http/spec-rules.ts'
import type { Spec } from '../../src/platform/http/spec.ts'
import { expectBounded } from './declared-bounds.ts'
import { declaredEvents } from './declared-events.ts'

/** A query value that means the given one once it is parsed; an array repeats the parameter. */
type Sent<Value> =
  | Value
  | (Value extends (infer Item)[] ? Item | string : never)
  | (Value extends number ? string : never)
  | (Value extends boolean ? 'true' | 'false' : never)

type SentQuery<Query> = { [Name in keyof Query]?: Sent<Query[Name]> | undefined }

export interface CallOptions<Body = unknown, Query = unknown> {
  /** Caller, by access token. */
  as?: { token: string } | undefined
  /** Path parameters, or a resource that has them among its fields. */
  params?: object
  query?: SentQuery<Query>
  body?: Body
  headers?: Record<string, string>
  address?: string
}

export interface Answer<Body = unknown> {
  status: number
  headers: Record<string, string>
  /** Body of a success. */
  body: Body
  /** The `detail` of a problem; empty for a success. */
  detail: string
  text: string
  bytes: Buffer
}

/** Body that a client of this endpoint sends. */
export type BodyOf<Handler extends EndpointHandler> = NonNullable<Handler['types']>['body']

/** Query that a client of this endpoint sends. */
export type QueryOf<Handler extends EndpointHandler> = SentQuery<NonNullable<Handler['types']>['query']>

/** Body of a success of this endpoint. */
export type AnswerOf<Handler extends EndpointHandler> = NonNullable<Handler['types']>['answer']

/** Passes a body, query or field whose type is deliberately wrong. */
export const raw = (value: unknown) => value as never

/** Returns the body to send; a string is sent unchanged. */
const textOf = ({ bodyFormat }: Spec, body: unknown): string | null => {
  if (body === undefined) return null
  if (typeof body === 'string') return body
  return bodyFormat ? String(new URLSearchParams(body as Record<string, string>)) : JSON.stringify(body)
}

/** Returns the event that API Gateway would send for this request. */
export const eventOf = (handler: EndpointHandler, options: CallOptions = {}): APIGatewayProxyEvent => {
  const { spec } = handler
  const params = Object.fromEntries(
    Object.entries(options.params ?? {}).map(([name, value]) => [name, String(value)]),
  )
  const query = Object.fromEntries(
    Object.entries(options.query ?? {}).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, [value].flat().map(String)]],
    ),
  )
  const path = fullPath(spec).replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  const headers = {
    ...(options.body !== undefined && { 'Content-Type': spec.bodyFormat?.mediaType ?? 'application/json' }),
    ...(options.as && { Authorization: `Bearer ${options.as.token}` }),
    ...options.headers,
  }
  return {
    httpMethod: spec.method,
    path,
    resource: fullPath(spec),
    pathParameters: params,
    queryStringParameters: Object.fromEntries(
      Object.entries(query).map(([name, values]) => [name, values.at(-1)]),
    ),
    multiValueQueryStringParameters: query,
    headers,
    multiValueHeaders: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
    body: textOf(spec, options.body),
    isBase64Encoded: false,
    stageVariables: null,
    requestContext: { requestId: randomUUID(), identity: { sourceIp: options.address ?? '192.0.2.1' } },
  } as unknown as APIGatewayProxyEvent
}

/** Returns the bytes that API Gateway would send for an uncompressed response; errors for HEAD have no body. */
const bytesOf = ({ body, isBase64Encoded, headers = {} }: APIGatewayProxyResult): Buffer => {
  expect(headers['Content-Encoding'], 'a call that accepts no encoding gets none').toBeUndefined()
  return Buffer.from((body as string | undefined) ?? '', isBase64Encoded ? 'base64' : 'utf8')
}

/** Body of a problem: our own, or a JSON-RPC error. */
interface Refusal {
  detail?: string
  error?: { message: string }
}

/**
 * Calls an endpoint through its handler with the event that API Gateway would send. Rejects responses that the
 * endpoint's spec does not declare, so that every test checks the documentation too.
 */
export const call = async <Body, Query, Success>(
  handler: EndpointHandler<Body, Query, Success>,
  options: CallOptions<Body, Query> = {},
): Promise<Answer<Success>> => {
  const event = eventOf(handler, options as CallOptions)
  const result = handler.spec.stream ? await streamed(handler, event) : await handler(event, {} as Context)
  const headers = Object.fromEntries(
    Object.entries(result.headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)]),
  )
  const bytes = bytesOf(result)
  const text = bytes.toString()
  const json = handler.spec.protocol?.mediaType ?? 'application/json'
  const isJson = headers['content-type'] === json && text !== ''
  const body = (isJson ? JSON.parse(text) : undefined) as Success
  const problem = (result.statusCode < 400 ? {} : (body ?? {})) as Refusal
  const { detail = problem.error?.message ?? '' } = problem
  const answer = { status: result.statusCode, headers, body, detail, text, bytes }
  expectDeclared(handler, answer, event)
  if (headers['content-type']?.startsWith('text/event-stream'))
    await declaredEvents(handler.spec, Readable.from([bytes], { objectMode: false }))
  expect(headers['x-request-id']).toBe(event.requestContext.requestId)
  return answer
}

/** Returns the output of a streaming endpoint as one response; throws if the stream is interrupted. */
export const streamed = async (
  handler: EndpointHandler,
  event: APIGatewayProxyEvent,
): Promise<APIGatewayProxyResult> => {
  const chunks: Buffer[] = []
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      done()
    },
  })
  await handler.streams?.(event, stream, {} as Context)
  const { statusCode = 200, headers = {} } = preludeOf(stream)
  return { statusCode, headers, body: Buffer.concat(chunks).toString() }
}

const expectDeclared = (
  { spec }: EndpointHandler,
  { status, headers, body, detail, text }: Answer,
  event: APIGatewayProxyEvent,
) => {
  const name = `${spec.method} ${spec.path} answered ${status}: ${text.slice(0, 300)}`
  if (status === 304) return expect(spec.cacheable, name).toBe(true)
  if (status >= 400) {
    const declared = listProblems(spec).filter((problem) => problem.status === status)
    expect(declared, name).not.toEqual([])
    const problem: unknown = spec.rawProtocol || spec.protocol ? { detail } : body
    if (spec.protocol && spec.method !== 'HEAD') expect(spec.protocol.problem.parse(body), name).toEqual(body)
    const hasPage = (spec.problemPages !== undefined && !spec.protocol) || status === 401
    const isPage = hasPage && takesPage(event) && headers['content-type'] === 'text/html; charset=utf-8'
    if (isPage) expect(text, name).toContain(headers['x-error-code'])
    else if (spec.jsonRpcErrors?.[headers['x-error-code'] ?? ''] !== undefined)
      expect(body, name).toMatchObject({
        jsonrpc: '2.0',
        error: { code: expect.any(Number) as number, message: expect.stringMatching(/^\S/) as string },
      })
    else if (spec.method !== 'HEAD')
      expect(problem, name).toEqual({ detail: expect.stringMatching(/^\S.*[.]$/s) })
    if (spec.passesProblems) return expect(headers['x-error-code'], name).toMatch(/^[a-z_]+\.[a-z_]+$/)
    return expect(
      declared.map(({ code }) => code),
      name,
    ).toContain(headers['x-error-code'])
  }
  expect(successStatuses(spec), name).toContain(status)
  if (isEmptyStatus(spec, status)) return expect(text, name).toBe('')
  if (headers['content-type']?.startsWith('text/event-stream')) return expect(spec.events, name).toBeDefined()
  if (spec.alsoProduces?.includes(headers['content-type']?.split(';')[0] ?? '')) return
  if (spec.produces) return
  expect(body, name).toEqual(spec.response?.parse(body))
  if (spec.response && body !== undefined) expectBounded(spec.response, body)
}
