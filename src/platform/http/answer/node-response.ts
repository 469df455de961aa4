import type { APIGatewayProxyResult } from 'aws-lambda'
import type { ServerResponse } from 'node:http'
import { Writable } from 'node:stream'

/** What a streaming function says before the first byte of its answer. */
export interface Prelude {
  statusCode?: number
  headers?: Record<string, string>
  cookies?: string[]
}

const streaming = Symbol.for('aws.lambda.runtime.handler.streaming')
/** Where a stream keeps what was said of it: one process may hold several copies of this module, as tests do. */
const said = Symbol.for('platform.prelude')

/** Whether a function streams its answer. */
export const isStreaming = (handler: object): boolean =>
  (handler as { [streaming]?: string })[streaming] === 'response'

/** What a streaming function has said about its answer so far. */
export const preludeOf = (stream: Writable): Prelude => (stream as { [said]?: Prelude })[said] ?? {}

/** Makes the global by which functions say that they stream, as Lambda's Node.js runtime has it. */
export const provideAwsLambda = (): void => {
  const awslambda = {
    streamifyResponse: (handler: object) => Object.assign(handler, { [streaming]: 'response' }),
    HttpResponseStream: {
      from: (stream: Writable, prelude: Prelude) => Object.assign(stream, { [said]: prelude }),
    },
  }
  Object.assign(globalThis, { awslambda })
}

/** Sends what a function has answered in one piece. */
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

/** Where a streaming function writes; its status and headers go out with the first byte. */
export const streamTo = (response: ServerResponse): Writable => {
  const begin = (stream: Writable) => {
    if (response.headersSent) return
    const { statusCode = 200, headers = {}, cookies } = preludeOf(stream)
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
    // what breaks off on the one side breaks off on the other
    destroy(error, done) {
      if (!response.writableEnded) response.destroy()
      done(error)
    },
  })
  response.once('close', () => stream.destroy())
  // the function sees the error too; without a listener it would end the process
  return stream.on('error', () => {})
}
