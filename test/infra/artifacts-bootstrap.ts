import { once } from 'node:events'
import { request, type ClientRequest, type IncomingMessage } from 'node:http'
import { Writable } from 'node:stream'
import { pathToFileURL } from 'node:url'

/**
 * Minimal runtime for one function: the part of Lambda's managed Node.js runtime between the Runtime API and a handler
 * ("Using the Lambda runtime API", "Response streaming for Lambda functions"). It runs in the function's own process.
 */

const { AWS_LAMBDA_RUNTIME_API: api = '', LAMBDA_TASK_ROOT: root = '', _HANDLER: name = '' } = process.env

const open = (method: string, path: string, headers: Record<string, string> = {}) =>
  request(`http://${api}/2018-06-01/runtime/${path}`, { method, headers })

const textOf = async (message: IncomingMessage) => {
  message.setEncoding('utf8')
  return (await Array.fromAsync(message as AsyncIterable<string>)).join('')
}

const answered = async (call: ClientRequest): Promise<IncomingMessage> => {
  const [message] = (await once(call, 'response')) as [IncomingMessage]
  return message
}

const post = async (path: string, body: string) => {
  const answer = await answered(open('POST', path, { 'Content-Type': 'application/json' }).end(body))
  await textOf(answer)
}

const described = (error: unknown) => {
  const { name: errorType, message: errorMessage, stack } = error as Error
  return JSON.stringify({ errorType, errorMessage, trace: stack?.split('\n') })
}

/**
 * Stream of a streaming handler; sends bytes as they are written, with the content type and prelude before the first
 * byte.
 */
class ResponseStream extends Writable {
  readonly #id: string
  #call: ClientRequest | undefined
  #contentType = 'application/octet-stream'
  #prelude = ''

  constructor(id: string) {
    super()
    this.#id = id
    // the handler's promise reports the failure
    this.on('error', () => {})
  }

  begin(prelude: object) {
    this.#contentType = 'application/vnd.awslambda.http-integration-response'
    this.#prelude = JSON.stringify(prelude) + '\0'.repeat(8)
  }

  #opened() {
    if (this.#call) return this.#call
    this.#call = open('POST', `invocation/${this.#id}/response`, {
      'Content-Type': this.#contentType,
      'Lambda-Runtime-Function-Response-Mode': 'streaming',
      'Transfer-Encoding': 'chunked',
      Trailer: 'Lambda-Runtime-Function-Error-Type, Lambda-Runtime-Function-Error-Body',
    }).on('error', (error) => this.destroy(error))
    if (this.#prelude) this.#call.write(this.#prelude)
    return this.#call
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void) {
    const call = this.#opened()
    if (call.write(chunk)) done()
    else call.once('drain', done)
  }

  override _final(done: () => void) {
    this.#opened().end(done)
  }

  /** Reports a failure in the trailers, if the transfer has already begun. Returns true if it had begun. */
  breakOff(error: unknown): boolean {
    this.#call?.addTrailers({
      'Lambda-Runtime-Function-Error-Type': (error as Error).name,
      'Lambda-Runtime-Function-Error-Body': Buffer.from(described(error)).toString('base64'),
    })
    this.#call?.end()
    return this.#call !== undefined
  }
}

const streaming = Symbol.for('aws.lambda.runtime.handler.streaming')

const awslambda = {
  streamifyResponse: (handler: object) => Object.assign(handler, { [streaming]: 'response' }),
  HttpResponseStream: {
    from: (stream: ResponseStream, prelude: object) => {
      stream.begin(prelude)
      return stream
    },
  },
}
Object.assign(globalThis, { awslambda })

type Handler = ((event: unknown, ...more: unknown[]) => Promise<unknown>) & { [streaming]?: string }

/** Loads the handler: `src/auth/endpoints/login.login` is the export `login` of `src/auth/endpoints/login.mjs`. */
const load = async (): Promise<Handler> => {
  const [, path, exported = ''] = /^(.*)\.(\w+)$/.exec(name) ?? []
  const module = (await import(pathToFileURL(`${root}/${path}.mjs`).href)) as Record<string, Handler>
  const handler = module[exported]
  if (typeof handler !== 'function') throw new TypeError(`${name} is no function.`)
  return handler
}

const handler = await load().catch(async (error: unknown) => {
  await post('init/error', described(error))
  return process.exit(1)
})

for (;;) {
  const next = await answered(open('GET', 'invocation/next').end())
  const event: unknown = JSON.parse(await textOf(next))
  const [id, deadline] = ['lambda-runtime-aws-request-id', 'lambda-runtime-deadline-ms'].map((header) =>
    String(next.headers[header]),
  ) as [string, string]
  const context = {
    awsRequestId: id,
    functionName: process.env['AWS_LAMBDA_FUNCTION_NAME'],
    getRemainingTimeInMillis: () => Number(deadline) - Date.now(),
  }
  const stream = new ResponseStream(id)
  try {
    if (handler[streaming] === 'response') await handler(event, stream, context)
    else await post(`invocation/${id}/response`, JSON.stringify((await handler(event, context)) ?? null))
  } catch (error) {
    if (!stream.breakOff(error)) await post(`invocation/${id}/error`, described(error))
  }
}
