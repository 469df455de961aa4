import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { configureModels } from './configured-models.ts'
import { scriptedEmbeddings } from './scripted-embeddings.ts'

/** Model of the tests: its ID, and its key, which test/support/emulators-setup.ts stores as a secret. */
export const scriptedModelId = 'scripted'
export const scriptedKey = 'test-key-of-the-scripted-model'

export interface WireMessage {
  role: 'system' | 'user' | 'assistant' | 'tool'
  content: string | null
  tool_calls?: { id: string; type: string; function: { name: string; arguments: string } }[]
  tool_call_id?: string
}

/** A received request. */
export interface WireRequest {
  path: string
  headers: IncomingMessage['headers']
  body: {
    model: string
    messages: WireMessage[]
    tools?: { type: string; function: { name: string; description: string; parameters: object } }[]
    stream?: boolean
    temperature?: number
    top_p?: number
    max_tokens?: number
  }
}

/** A function call; `arguments` may be invalid JSON. */
export interface ScriptedCall {
  name: string
  arguments: object | string
  id?: string
}

export type Failure =
  /** Responds with this status; a 429 and a 5xx have `Retry-After`. */
  | number
  /** Breaks the connection before the response. */
  | 'reset'
  /** Breaks the connection in the middle of the text. */
  | 'cut'
  /** Ends the response in the middle as if it were complete. */
  | 'unfinished'
  /** Never responds. */
  | 'silence'
  /** Sends half of the text, then stalls. */
  | 'stall'
  /** Blocks the response by its content filter. */
  | 'content_filter'
  /** Sends an error chunk after status 200. */
  | 'error_chunk'
  /** Sends a malformed chunk. */
  | 'nonsense'
  /** Sends neither text nor calls. */
  | 'empty'

/** Response of the provider to one request. */
export interface Step {
  /** Chunks of the text. */
  pieces?: string[]
  /** Chunks of the reasoning before the text. */
  reasoning?: string[]
  calls?: ScriptedCall[]
  failure?: Failure
  /** Body of an error response. */
  error?: object
  /** Location of a redirect, such as with status 307. */
  location?: string
  /** Delay before each chunk (ms). */
  delay?: number
  /** Number of keep-alive comments before the first chunk. */
  comments?: number
  /** Promise to wait for before the second chunk. */
  until?: Promise<unknown>
  usage?: { prompt_tokens: number; completion_tokens: number }
}

const jsonOf = async (request: IncomingMessage) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString() || '{}') as WireRequest['body']
}

const usual = { prompt_tokens: 11, completion_tokens: 7 }

const callsOf = ({ calls = [] }: Step) =>
  calls.map(({ id, name, arguments: args }, index) => ({
    index,
    id: id ?? `call_${index + 1}`,
    type: 'function',
    function: { name, arguments: typeof args === 'string' ? args : JSON.stringify(args) },
  }))

/** Returns each call in three chunks: its name, and two halves of its arguments. */
const callDeltas = (step: Step) =>
  callsOf(step).flatMap(({ index, function: { name, arguments: text }, ...call }) => {
    const half = Math.ceil(text.length / 2)
    const more = [text.slice(0, half), text.slice(half)].map((part) => ({
      index,
      function: { arguments: part },
    }))
    return [{ ...call, index, function: { name, arguments: '' } }, ...more].map((one) => ({
      tool_calls: [one],
    }))
  })

const reasonOf = ({ failure, calls = [] }: Step) =>
  failure === 'content_filter' ? 'content_filter' : calls.length > 0 ? 'tool_calls' : 'stop'

const answerWhole = (response: ServerResponse, step: Step) => {
  const { pieces = [], usage = usual } = step
  const calls = callsOf(step)
  const message = {
    role: 'assistant',
    content: pieces.join('') || null,
    ...(calls.length > 0 && { tool_calls: calls }),
  }
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(
    step.failure === 'nonsense'
      ? '<html>not a model</html>'
      : JSON.stringify({
          id: 'scripted',
          choices: [{ index: 0, message, finish_reason: reasonOf(step) }],
          usage,
        }),
  )
}

const answerInPieces = async (response: ServerResponse, step: Step) => {
  const { pieces = [], reasoning = [], failure, delay = 0, comments = 0, until, usage = usual } = step
  const send = (chunk: object | string) =>
    response.write(`data: ${typeof chunk === 'string' ? chunk : JSON.stringify(chunk)}\n\n`)
  const choice = (delta: object, finish_reason: string | null = null) =>
    send({ id: 'scripted', model: 'scripted-1', choices: [{ index: 0, delta, finish_reason }] })
  response.writeHead(200, { 'Content-Type': 'text/event-stream' })
  for (let count = 0; count < comments; count += 1) {
    await sleep(delay)
    response.write(': keep-alive\n\n')
  }
  choice({ role: 'assistant', content: '' })
  const deltas = [
    ...reasoning.map((reasoning_content) => ({ reasoning_content })),
    ...pieces.map((content) => ({ content })),
    ...callDeltas(step),
  ]
  const breaks = failure === 'cut' || failure === 'unfinished' || failure === 'stall'
  for (const [index, delta] of deltas.entries()) {
    if (breaks && index >= deltas.length / 2) break
    if (index === 1) await until
    await sleep(delay)
    choice(delta)
  }
  if (failure === 'stall') return
  // lets the written chunks go out before the connection ends
  if (failure === 'cut') return void setTimeout(() => response.destroy(), 20)
  if (failure === 'nonsense') send('{"choices": "nonsense"')
  if (failure === 'error_chunk')
    send({ error: { message: `overloaded, key ${scriptedKey}`, type: 'server_error', code: 503 } })
  if (failure !== 'unfinished' && failure !== 'error_chunk') choice({}, reasonOf(step))
  send({ id: 'scripted', choices: [], usage })
  send('[DONE]')
  response.end()
}

/** Responds with an error that repeats the key and the request, as providers like to do. */
const answerStatus = (
  response: ServerResponse,
  status: number,
  { error, location }: Step,
  { headers }: WireRequest,
) =>
  response
    .writeHead(status, {
      'Content-Type': 'application/json',
      ...(location !== undefined && { Location: location }),
      ...((status === 429 || status >= 500) && { 'Retry-After': '1', 'retry-after-ms': '1' }),
    })
    .end(JSON.stringify({ error: { message: `refused: ${headers.authorization}`, code: status, ...error } }))

/**
 * Starts a scripted OpenAI-compatible provider on a free port, and configures it (with the changes in `entry`) as the
 * only model of the service until it is stopped. It responds with the scripted steps in order, and then with "Nothing
 * was scripted.".
 */
export const startProvider = async (entry: object = {}) => {
  const requests: WireRequest[] = []
  const script: Step[] = []
  const embeddings = scriptedEmbeddings()
  const server = createServer((request, response) => void respond(request, response))

  const open = new Set<ServerResponse>()
  const respond = async (incoming: IncomingMessage, response: ServerResponse) => {
    const request = { path: incoming.url ?? '', headers: incoming.headers, body: await jsonOf(incoming) }
    open.add(response)
    response.once('close', () => open.delete(response))
    if (request.path.endsWith('/embeddings')) return embeddings.respond(request, response)
    requests.push(request)
    const step = await provider.answer(request)
    const { failure } = step
    if (typeof failure === 'number') return answerStatus(response, failure, step, request)
    if (failure === 'silence') return
    if (failure === 'reset') return incoming.socket.destroy()
    return request.body.stream ? answerInPieces(response, step) : answerWhole(response, step)
  }

  const push = (...steps: Step[]) => {
    script.push(...steps)
    return provider
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`

  let takeBack: (() => void) | undefined
  const provider = {
    url,
    /** Received requests, oldest first. */
    requests,
    embeddings,
    /** Returns the number of unfinished responses. */
    open: () => open.size,
    /** Returns the next step of the script; a test may replace this function. */
    answer: (_request: WireRequest): Step | Promise<Step> =>
      script.shift() ?? { pieces: ['Nothing was scripted.'] },
    /** Scripts a text in these chunks. */
    say: (...pieces: string[]) => push({ pieces }),
    /** Scripts a call of one function. */
    call: (name: string, args: object | string = {}) => push({ calls: [{ name, arguments: args }] }),
    /** Scripts any other steps: several calls, text with calls, pauses. */
    step: push,
    /**
     * Scripts a failure. The service retries once after a transient status and after `reset`, so these are scripted
     * twice by default.
     */
    fail: (failure: Failure, { times, error = {} }: { times?: number; error?: object } = {}) => {
      const passes =
        failure === 'reset' || (typeof failure === 'number' && (failure === 429 || failure >= 500))
      const step: Step = {
        failure,
        error,
        pieces: failure === 'empty' ? [] : ['Half of it', ' and the rest.'],
      }
      return push(...Array.from({ length: times ?? (passes ? 2 : 1) }, () => step))
    },
    /** Configures these models instead. */
    configure: async (...entries: object[]) => {
      takeBack?.()
      takeBack = await configureModels(...entries)
    },
    /** Configuration entry of this provider. */
    entry: {
      id: scriptedModelId,
      name: 'Scripted',
      provider: 'openai-compatible',
      base_url: url,
      model: 'scripted-1',
      context_window: 16_000,
      max_output_tokens: 1_000,
      ...entry,
    },
    stop: async () => {
      takeBack?.()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    },
  }
  await provider.configure(provider.entry)
  return provider
}

export type ScriptedProvider = Awaited<ReturnType<typeof startProvider>>
