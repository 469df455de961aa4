import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Prelude } from '../../infra/local/lambda/lambda.ts'
import { provideAwsLambda } from '../../src/platform/http/answer/node-response.ts'

// streaming functions need this global
provideAwsLambda()

declare const awslambda: { HttpResponseStream: { from: (stream: Writable, prelude: Prelude) => Writable } }

interface Call {
  id: string
  event: unknown
  /** Target of a streamed response. */
  stream: (() => Writable) | undefined
  answer: PromiseWithResolvers<unknown>
}

export interface Sandbox {
  /** Time from the start of the process to its first request for an event, in milliseconds. */
  init: Promise<number>
  /** Returns the function's response, or throws its error; a streamed response goes to `stream`. */
  invoke: (event: unknown, stream?: () => Writable) => Promise<unknown>
  /** Ends the process, and returns its output. */
  stop: () => Promise<string>
}

const bufferOf = async (request: AsyncIterable<Buffer>) => Buffer.concat(await Array.fromAsync(request))

/** Reads up to the eight zero bytes after the prelude; returns the prelude, and the bytes after it as they arrive. */
const preludeIn = async (request: IncomingMessage) => {
  const chunks = request[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>
  let begun = Buffer.alloc(0)
  while (!begun.includes(Buffer.alloc(8))) {
    const { value, done } = await chunks.next()
    if (done) throw new Error('A streamed answer ended before its prelude did.')
    begun = Buffer.concat([begun, value])
  }
  const end = begun.indexOf(Buffer.alloc(8))
  const rest = async function* () {
    yield begun.subarray(end + 8)
    yield* { [Symbol.asyncIterator]: () => chunks }
    const broken = request.trailers['lambda-runtime-function-error-type']
    if (broken) throw new Error(`The stream was broken off by ${broken}.`)
  }
  return { prelude: JSON.parse(begun.subarray(0, end).toString()) as Prelude, rest }
}

/**
 * Runs an extracted artifact in its own process, which requests events from an implementation of Lambda's Runtime API:
 * one at a time, like an environment of Lambda.
 */
export const sandbox = async (
  { directory, handler, seconds }: { directory: string; handler: string; seconds: number },
  variables: Record<string, string>,
): Promise<Sandbox> => {
  const due: Call[] = []
  let idle: ServerResponse | undefined
  let current: Call | undefined
  const init = Promise.withResolvers<number>()

  const hand = () => {
    const call = idle && due.shift()
    if (!idle || !call) return
    const headers = {
      'Content-Type': 'application/json',
      'Lambda-Runtime-Aws-Request-Id': call.id,
      'Lambda-Runtime-Deadline-Ms': String(Date.now() + seconds * 1_000),
    }
    idle.writeHead(200, headers).end(JSON.stringify(call.event))
    ;[current, idle] = [call, undefined]
  }

  const streamed = async (request: IncomingMessage, { stream }: Call) => {
    const type = request.headers['content-type']
    if (!stream || type !== 'application/vnd.awslambda.http-integration-response')
      throw new Error(`The function streams ${type} where the gateway does not take it.`)
    const { prelude, rest } = await preludeIn(request)
    await pipeline(Readable.from(rest()), awslambda.HttpResponseStream.from(stream(), prelude))
  }

  const answered = async (request: IncomingMessage, call: Call, verb: string) => {
    if (request.headers['lambda-runtime-function-response-mode'] === 'streaming')
      return streamed(request, call)
    const answer: unknown = JSON.parse((await bufferOf(request)).toString())
    if (verb === 'error') throw new Error(`The function failed: ${JSON.stringify(answer)}`)
    return answer
  }

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const [, id, verb = ''] =
      /^\/2018-06-01\/runtime\/(?:invocation\/)?([\w-]+)(?:\/(\w+))?$/.exec(request.url ?? '') ?? []
    if (id === 'next') {
      init.resolve(performance.now() - started)
      idle = response
      return hand()
    }
    if (id === 'init') init.reject(new Error((await bufferOf(request)).toString()))
    else if (current && id === current.id) current.answer.resolve(await answered(request, current, verb))
    else throw new Error(`${request.url} is no answer that is waited for.`)
    return response.writeHead(202).end()
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      current?.answer.reject(error)
      request.resume()
      response.writeHead(202).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const started = performance.now()
  const child = spawn(process.execPath, [join(import.meta.dirname, 'artifacts-bootstrap.ts')], {
    cwd: directory,
    env: {
      ...variables,
      AWS_LAMBDA_RUNTIME_API: `127.0.0.1:${(server.address() as AddressInfo).port}`,
      LAMBDA_TASK_ROOT: directory,
      _HANDLER: handler,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const output of [child.stdout, child.stderr]) output.on('data', (text) => (said += String(text)))
  const end = once(child, 'close').then(() => {
    const error = new Error(`The process of ${handler} has ended: ${said.slice(-2_000)}`)
    init.reject(error)
    for (const call of [current, ...due]) call?.answer.reject(error)
  })
  // the caller of the first invocation gets this error
  init.promise.catch(() => {})

  return {
    init: init.promise,
    invoke: async (event, stream) => {
      await init.promise
      const call = { id: randomUUID(), event, stream, answer: Promise.withResolvers<unknown>() }
      due.push(call)
      hand()
      return call.answer.promise
    },
    stop: async () => {
      child.kill()
      await end
      server.closeAllConnections()
      server.close()
      return said
    },
  }
}
