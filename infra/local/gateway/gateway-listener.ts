import type { APIGatewayProxyResult } from 'aws-lambda'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Writable } from 'node:stream'
import { gatewayResponses, gatewayHeaders, type GatewayResponse } from '../../gateway/gateway-responses.ts'
import { toGatewayEvent } from '../../../src/platform/http/request/gateway-event.ts'
import { writeResponse, streamTo } from '../../../src/platform/http/answer/node-response.ts'
import { diskFull, isDiskFull } from '../machine/disk-space.ts'
import { Timeout, type Lambda } from '../lambda/lambda.ts'
import { reportError, type ServedRequest } from '../machine/terminal.ts'
import { router, type LocalRoute } from './routes.ts'

export interface GatewayOptions {
  routes: LocalRoute[]
  invoke: Lambda['invoke']
  /** Time limit for functions that do not stream, in milliseconds; 20 s by default, as in infra/gateway/api.ts. */
  milliseconds?: number
  /** Called for each request when its response has ended or was aborted. */
  served?: (request: ServedRequest) => void
}

/** Limits in bytes: API Gateway's for requests, Lambda's for events and for responses that are not streamed. */
const maxRequest = 10 * 1_048_576
const maxEvent = 6_291_456
const maxResult = 6_291_556

/** Returns the size of an event or response in its JSON form, as Lambda measures it. */
const payloadBytes = (payload: unknown) => Buffer.byteLength(JSON.stringify(payload))

/** Thrown to send a response of the gateway itself. */
class Refusal extends Error {
  readonly response: GatewayResponse
  constructor(type: keyof typeof gatewayResponses, options?: ErrorOptions) {
    super(type, options)
    this.response = gatewayResponses[type]
  }
}

const sendRefusal = (response: ServerResponse, requestId: string, refusal: GatewayResponse) => {
  if (response.headersSent) return response.destroy()
  const body = JSON.stringify({ detail: refusal.detail })
  response.writeHead(refusal.status ?? 400, {
    ...gatewayHeaders(refusal),
    'Content-Length': Buffer.byteLength(body),
    'X-Request-Id': requestId,
  })
  return response.end(body)
}

/**
 * Reads the body of a request. Reads and drops an oversized body completely: a client that is still sending would not
 * see the response otherwise.
 */
const readRequestBody = async (request: IncomingMessage): Promise<Buffer> => {
  let size = 0
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= maxRequest) chunks.push(chunk)
    else chunks.length = 0
  }
  if (size > maxRequest) throw new Refusal('REQUEST_TOO_LARGE')
  return Buffer.concat(chunks)
}

const servedRequest = (
  { method = 'GET', url = '/' }: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  milliseconds: number,
): ServedRequest => {
  const [path = '/'] = url.split('?', 1)
  const code = response.getHeader('X-Error-Code')
  const request = { method, path, status: response.statusCode, milliseconds, requestId }
  return { ...request, code: typeof code === 'string' ? code : undefined }
}

const isResult = (result: unknown): result is APIGatewayProxyResult =>
  typeof result === 'object' &&
  result !== null &&
  Number.isInteger((result as { statusCode?: unknown }).statusCode)

const toRefusal = (error: unknown): Refusal => {
  if (error instanceof Refusal) return error
  if (error instanceof URIError) return new Refusal('BAD_REQUEST_PARAMETERS', { cause: error })
  return new Refusal(error instanceof Timeout ? 'INTEGRATION_TIMEOUT' : 'INTEGRATION_FAILURE', {
    cause: error,
  })
}

/** Answers a request with the function of its route; throws on any failure, for example a {@link Refusal}. */
const answerer =
  (find: ReturnType<typeof router>, invoke: Lambda['invoke'], milliseconds: number) =>
  async (request: IncomingMessage, response: ServerResponse, requestId: string): Promise<void> => {
    const body = await readRequestBody(request)
    const { method = 'GET', url = '/', headers } = request
    // a URL must be ASCII (RFC 3986 section 2), and a request must name its host (RFC 9112 section 3.2)
    if (/[^!-~]/.test(url) || headers.host === undefined) throw new Refusal('BAD_REQUEST_PARAMETERS')
    decodeURIComponent(url)
    const match = find(method, url.split('?', 1)[0] as string)
    if (!match) throw new Refusal('MISSING_AUTHENTICATION_TOKEN')
    const event = toGatewayEvent(request, body, match, requestId)
    if (payloadBytes(event) > maxEvent) throw new Refusal('REQUEST_TOO_LARGE')
    let stream: Writable | undefined
    const result = await invoke(match.route.name, event, {
      stream: () => (stream = streamTo(response)),
      milliseconds,
    })
    if (stream) return
    if (!isResult(result)) throw new Error(`The function ${match.route.name} gave no valid gateway response.`)
    if (payloadBytes(result) > maxResult) throw new Error(`The answer of ${match.route.name} is too large.`)
    if (result.statusCode >= 500 && isDiskFull()) sendRefusal(response, requestId, diskFull)
    else writeResponse(response, result)
  }

/** Answers requests as API Gateway does in front of the functions: routes, limits, and errors in its own shape. */
export const gatewayListener = ({ routes, invoke, milliseconds = 20_000, served }: GatewayOptions) => {
  const answer = answerer(router(routes), invoke, milliseconds)
  return (request: IncomingMessage, response: ServerResponse): void => {
    const requestId = randomUUID()
    const from = performance.now()
    response.once('close', () =>
      served?.(servedRequest(request, response, requestId, performance.now() - from)),
    )
    void answer(request, response, requestId).catch((error: unknown) => {
      const refusal = toRefusal(error)
      if (refusal.message.startsWith('INTEGRATION')) reportError(error)
      const isServerError = (refusal.response.status ?? 400) >= 500
      sendRefusal(response, requestId, isServerError && isDiskFull() ? diskFull : refusal.response)
    })
  }
}
