import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll } from 'vitest'
import type { WireMessage } from '../support/scripted-provider.ts'

// oxlint-disable-next-line no-explicit-any
export type Json = Record<string, any>

/** A request as a provider reads it. */
export interface RequestBody extends Json {
  messages: WireMessage[]
  stream?: boolean
}

/** Behavior of a provider: the requests that it rejects, and the form of its answers. */
export interface Behavior {
  name: string
  /** Returns the status and body of a rejection; undefined if the provider accepts the request. */
  refuse?: (body: RequestBody) => [status: number, body: unknown] | undefined
  /** Pieces of the text; "Soup." if absent. */
  pieces?: unknown[]
  /** Transforms each chunk of a stream, and a whole answer. */
  change?: (answer: Json) => Json
  /** Transforms the list of chunks. */
  order?: (chunks: Json[]) => Json[]
  /** Writes a chunk; as one line of `data` if absent. */
  frame?: (chunk: Json, index: number) => string
  /** True to write a streamed answer in one piece, like whole answers. */
  isWhole?: boolean
  /** Settings of the model in `MODELS`. */
  model?: object
  /** Parameter that the error and the log must name; if absent, an answer is expected. */
  parameter?: string
  /** True if the error is expected only for requests with functions. */
  isAboutTools?: boolean
  /** True if the error is expected only for requests without streaming. */
  isAboutWhole?: boolean
  /** End of the error expected for all requests, which names no parameter. */
  reason?: string
}

const call = {
  id: 'call_1',
  type: 'function',
  function: { name: 'wiki_list_spaces', arguments: '{"q":"a"}' },
}
const usage = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 }
const head = { id: 'c1', object: 'chat.completion', created: 1_790_000_000, model: 'standin-1' }

const wholeAnswer = ({ pieces = ['Soup.'] }: Behavior, isCall: boolean) => ({
  ...head,
  choices: [
    {
      index: 0,
      message: {
        role: 'assistant',
        ...(isCall
          ? { content: null, tool_calls: [structuredClone(call)] }
          : {
              content: pieces.every((piece) => typeof piece === 'string') ? pieces.join('') : pieces.flat(),
            }),
      },
      finish_reason: isCall ? 'tool_calls' : 'stop',
    },
  ],
  usage: { ...usage },
})

const streamedAnswer = ({ pieces = ['Sou', 'p.'] }: Behavior, isCall: boolean): Json[] => {
  const chunk = (delta: object, finish_reason: string | null = null) => ({
    ...head,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason }],
  })
  const { function: called, ...frame } = call
  const deltas = isCall
    ? [
        { tool_calls: [{ index: 0, ...frame, function: { ...called, arguments: '' } }] },
        { tool_calls: [{ index: 0, function: { arguments: called.arguments } }] },
      ]
    : pieces.map((content) => ({ content }))
  return [
    chunk({ role: 'assistant', content: '' }),
    ...deltas.map((delta) => chunk(delta)),
    chunk({}, isCall ? 'tool_calls' : 'stop'),
    { ...head, object: 'chat.completion.chunk', choices: [], usage: { ...usage } },
  ]
}

const asEvent = (chunk: Json) => `data: ${JSON.stringify(chunk)}\n\n`

/** Starts a provider with the replaceable `behavior`. It calls a function if it is given one. */
export const standinProvider = async () => {
  const standin = {
    behavior: { name: 'plain' } as Behavior,
    requests: [] as RequestBody[],
    url: '',
  }
  const answer = (body: RequestBody, response: ServerResponse) => {
    const { behavior } = standin
    const refusal = behavior.refuse?.(body)
    const sendJson = (status: number, value: unknown) =>
      response
        .writeHead(status, { 'Content-Type': 'application/json', 'retry-after-ms': '1' })
        .end(typeof value === 'string' ? value : JSON.stringify(value))
    if (refusal) return sendJson(...refusal)
    const isCall = body['tools']?.length > 0
    const { change = (one: Json) => one, order = (all: Json[]) => all, frame = asEvent } = behavior
    if (!body.stream || behavior.isWhole) return sendJson(200, change(wholeAnswer(behavior, isCall)))
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    for (const [index, chunk] of order(streamedAnswer(behavior, isCall)).map(change).entries())
      response.write(frame(chunk, index))
    return response.end('data: [DONE]\n\n')
  }
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      standin.requests.push(body as RequestBody)
      answer(body as RequestBody, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  standin.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return standin
}
