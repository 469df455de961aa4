import type { APIGatewayProxyResult } from 'aws-lambda'
import type { ServerResponse } from 'node:http'
import { Writable } from 'node:stream'

/** Status, headers and cookies that a streaming function sets before the first byte of its response. */
export interface Prelude {
  statusCode?: number
  headers?: Record<string, string>
  cookies?: string[]
}

const streaming = Symbol.for('aws.lambda.runtime.handler.streaming')
/**
 * Property of a stream that holds its prelude. A registered symbol, since a process may load this module several times,
 * as tests do.
 */
const preludeKey = Symbol.for('platform.prelude')

export const isStreaming = (handler: object): boolean =>
  (handler as { [streaming]?: string })[streaming] === 'response'

/** Returns the prelude that a streaming function has set so far. */
export const findPrelude = (stream: Writable): Prelude =>
  (stream as { [preludeKey]?: Prelude })[preludeKey] ?? {}

/** Defines the global `awslambda`, by which functions declare that they stream, as Lambda's Node.js runtime does. */
export const provideAwsLambda = (): void => {
  const awslambda = {
    streamifyResponse: (handler: object) => Object.assign(handler, { [streaming]: 'response' }),
    HttpResponseStream: {
      from: (stream: Writable, prelude: Prelude) => Object.assign(stream, { [preludeKey]: prelude }),
    },
  }
  Object.assign(globalThis, { awslambda })
}

/** Sends the complete response of a function. */
export const writeResponse = (
  response: ServerResponse,
  { statusCode, headers = {}, multiValueHeaders = {}, ...rest }: APIGatewayProxyResult,
) => {
  const body = Buffer.from(rest.body ?? '', rest.isBase64Encoded ? 'base64' : 'utf8')
  for (const [name, value] of Object.entries({ ...headers, ...multiValueHeaders }))
    response.setHeader(name, Array.isArray(value) ? value.map(String) : String(value))
  if (body.length > 0 && !response.hasHeader('Content-Type'))
    response.setHeader('Content-Type', 'application/json')
  const hasLength =
    statusCode !== 204 && statusCode !== 304 && !(response.req.method === 'HEAD' && body.length === 0)
  if (hasLength) response.setHeader('Content-Length', body.length)
  response.writeHead(statusCode).end(body)
}

/** Creates the stream that a streaming function writes to; status and headers are sent with the first byte. */
export const streamTo = (response: ServerResponse): Writable => {
  const begin = (stream: Writable) => {
    if (response.headersSent) return
    const { statusCode = 200, headers = {}, cookies } = findPrelude(stream)
    response.writeHead(statusCode, { ...headers, ...(cookies && { 'Set-Cookie': cookies }) })
  }
  const stream = new Writable({
    write(chunk, _encoding, done) {
      begin(this)
      if (response.write(chunk)) done()
      else response.once('drain', done)
    },
    final(done) {
      begin(this)
      response.end(() => done())
    },
    // an abort on either side aborts the other
    destroy(error, done) {
      if (!response.writableEnded) response.destroy()
      done(error)
    },
  })
  response.once('close', () => stream.destroy())
  // the function sees the error too; without a listener it would end the process
  return stream.on('error', () => {})
}
