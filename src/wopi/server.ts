import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serviceFailed } from '../platform/http/answer/problem-response.ts'
import { streamContext } from '../platform/http/request/body-stream.ts'
import { malformed } from '../platform/http/request/json-body.ts'
import { wopiEnvironment } from './environment.ts'
import { toGatewayEvent } from '../platform/http/request/gateway-event.ts'
import { log } from '../platform/runtime/log.ts'
import { provideAwsLambda, writeResponse, streamTo } from '../platform/http/answer/node-response.ts'
import { uploadMilliseconds } from '../platform/aws/object-upload.ts'

// endpoints with streaming look for it while they load
provideAwsLambda()
const { readContents } = await import('./endpoints/read-contents.ts')
const { saveContents } = await import('./endpoints/save-contents.ts')
const { notFoundHandler } = await import('../not-found.ts')

/** Path of the load balancer's health check. */
const healthPath = '/health'

const contents = /^\/api\/v1\/wopi\/files\/([^/]+)\/contents$/

const declaredLength = ({ headers }: IncomingMessage) => {
  if (headers['transfer-encoding'] !== undefined) return undefined
  return Number(headers['content-length'] ?? 0)
}

const serveRequest = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const path = (request.url ?? '/').split('?', 1)[0] as string
  if (path === healthPath)
    return writeResponse(response, { statusCode: 200, headers: {}, body: '{"status":"ok"}' })
  const id = contents.exec(path)?.[1]
  const match = { route: { path }, params: id === undefined ? {} : { id: decodeURIComponent(id) } }
  const event = toGatewayEvent(request, Buffer.alloc(0), match, randomUUID())
  const context = streamContext({ stream: request, length: declaredLength(request) })
  if (id !== undefined && (request.method === 'GET' || request.method === 'HEAD'))
    return readContents.streams?.(event, streamTo(response), context)
  const handler = id !== undefined && request.method === 'POST' ? saveContents : notFoundHandler
  return writeResponse(response, await handler(event, context))
}

/** Answers a request that could not be read or whose handler threw, for example because the client disconnected. */
const answerFailure = (response: ServerResponse, error: unknown): void => {
  if (!(error instanceof URIError)) log.error('request failed', error)
  if (response.headersSent) return void response.destroy()
  const { status, code, message } =
    error instanceof URIError ? malformed('The request cannot be read.') : serviceFailed(error)
  const headers = { 'X-Error-Code': code }
  writeResponse(response, { statusCode: status, headers, body: JSON.stringify({ detail: message }) })
}

/**
 * Serves the contents of documents with the same endpoints as Lambda, for documents too large for its events; the body
 * is stored while it arrives. The gateway in front handles all other routes.
 */
export const startWopiServer = (port: number): Promise<Server> => {
  const server = createServer(
    // the load balancer keeps idle connections for 60 s and must be the side that closes them
    { headersTimeout: 10_000, requestTimeout: uploadMilliseconds, keepAliveTimeout: 75_000 },
    (request, response) =>
      void serveRequest(request, response).catch((error: unknown) => answerFailure(response, error)),
  )
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, () => resolve(server))
  })
}

if (import.meta.main) {
  process.on('unhandledRejection', (error) => log.error('unhandled rejection', error))
  const server = await startWopiServer(wopiEnvironment.port)
  log.info('document server listening', { port: (server.address() as AddressInfo).port })
  process.once('SIGTERM', () => {
    // saves in progress are completed
    server.close(() => process.exit(0))
    setInterval(() => server.closeIdleConnections(), 100)
  })
}
