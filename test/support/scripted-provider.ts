import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { configureModels } from './configured-models.ts'
import { scriptedEmbeddings } from './scripted-embeddings.ts'

/** The model that tests ask: its id, and its key as test/support/emulators-setup.ts puts it into the secret store. */
export const scriptedModelId = 'scripted'
export const scriptedKey = 'test-key-of-the-scripted-model'

export interface WireMessage {
  role: 'system' | 'user' | 'assistant' | 'tool'
  content: string | null
  tool_calls?: { id: string; type: string; function: { name: string; arguments: string } }[]
  tool_call_id?: string
}

/** A request as it came over the wire. */
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

/** A call of a function; `arguments` may be a text that is no JSON. */
export interface ScriptedCall {
  name: string
  arguments: object | string
  id?: string
}

export type Failure =
  /** Answers with this status, a 429 and a 5xx with `Retry-After`. */
  | number
  /** Breaks the connection off before there is an answer. */
  | 'reset'
  /** Breaks the connection off in the middle of the text. */
  | 'cut'
  /** Ends the answer in the middle as if it were whole. */
  | 'unfinished'
  /** Never answers. */
  | 'silence'
  /** Says half of the text and then nothing more. */
  | 'stall'
  /** The provider does not let it pass. */
  | 'content_filter'
  /** An error among the pieces, where HTTP has said 200 already. */
  | 'error_chunk'
  /** What is no piece of an answer. */
  | 'nonsense'
  /** No words and no calls. */
  | 'empty'

/** What the provider answers to one request. */
export interface Step {
  /** The text in its pieces. */
  pieces?: string[]
  /** What it thinks before it speaks. */
  reasoning?: string[]
  calls?: ScriptedCall[]
  failure?: Failure
  /** The body of a failure by status. */
  error?: object
  /** Where a failure by a status such as 307 leads. */
  location?: string
  /** Milliseconds before each piece. */
  delay?: number
  /** Number of comments before the first piece, that keep the connection alive. */
  comments?: number
  /** Waited for before the second piece. */
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

/** Each call comes in three pieces: its name, and its arguments in halves. */
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
  // what was written has to be on its way before the connection ends
  if (failure === 'cut') return void setTimeout(() => response.destroy(), 20)
  if (failure === 'nonsense') send('{"choices": "nonsense"')
  if (failure === 'error_chunk')
    send({ error: { message: `overloaded, key ${scriptedKey}`, type: 'server_error', code: 503 } })
  if (failure !== 'unfinished' && failure !== 'error_chunk') choice({}, reasonOf(step))
  send({ id: 'scripted', choices: [], usage })
  send('[DONE]')
  response.end()
}

/** Providers like to repeat what they were sent: the key and the request are in what they say of an error. */
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
 * Starts an OpenAI-compatible provider on a free port that answers by a script, and makes it the one model of the
 * service (with what `entry` changes of it) until it is stopped. Steps are answered in the order in which they are put
 * down; without any it says "Nothing was scripted.".
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
    /** What came, the oldest first. */
    requests,
    /** What it is asked to embed, and what becomes of that. */
    embeddings,
    /** How many answers are not over. */
    open: () => open.size,
    /** What is asked of the script; may be replaced by a function of one's own. */
    answer: (_request: WireRequest): Step | Promise<Step> =>
      script.shift() ?? { pieces: ['Nothing was scripted.'] },
    /** Says this, in these pieces. */
    say: (...pieces: string[]) => push({ pieces }),
    /** Calls one function. */
    call: (name: string, args: object | string = {}) => push({ calls: [{ name, arguments: args }] }),
    /** Anything else: several calls, words and calls, pauses. */
    step: push,
    /**
     * Fails so. It is asked once more after a status that may pass and after `reset`: this fails as often as
     * is needed.
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
    /** Makes these entries the models instead. */
    configure: async (...entries: object[]) => {
      takeBack?.()
      takeBack = await configureModels(...entries)
    },
    /** The entry of this provider among the models. */
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
