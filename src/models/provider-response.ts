import type { ConfiguredModel } from './configured-models.ts'

/** JSON from a provider; any field may have any type. */
type Fields = Record<string, unknown>
type Read = (value: unknown) => unknown

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textValue: Read = (value) => (typeof value === 'string' ? value : undefined)
const number: Read = (value) => (value == null || value === '' ? undefined : Number(value))
const fields =
  (shape: Record<string, Read>) =>
  (value: unknown): Fields | undefined =>
    isFields(value)
      ? Object.fromEntries(Object.entries(shape).map(([name, read]) => [name, read(value[name])]))
      : undefined
const list =
  <T>(read: (value: unknown) => T) =>
  (value: unknown): T[] =>
    Array.isArray(value) ? value.filter(isFields).map(read) : []

const readCalls = list(
  fields({
    index: number,
    id: (id) => (id == null || id === '' ? undefined : String(id as number)),
    // some servers send the arguments themselves instead of their JSON
    function: fields({
      name: textValue,
      arguments: (value) => (isFields(value) ? JSON.stringify(value) : textValue(value)),
    }),
    extra_content: (value) => (isFields(value) ? value : undefined),
  }),
)
const readPart = fields({
  content: (value) => (Array.isArray(value) ? value : textValue(value)),
  reasoning_content: textValue,
  reasoning: textValue,
  refusal: textValue,
  tool_calls: readCalls,
})
const readChoices = list(fields({ delta: readPart, message: readPart, finish_reason: textValue }))
const readUsage = fields({ prompt_tokens: number, completion_tokens: number })

/** Reduces an answer, or a chunk of one, to the fields in use, with the types that the AI SDK requires. */
const toAnswer = (name: 'delta' | 'message') => (value: unknown) => {
  if (!isFields(value)) return value
  const { choices, usage, error } = value
  if (error)
    return {
      error: fields({ message: textValue })(error)?.['message'] ? error : { message: JSON.stringify(error) },
    }
  return {
    choices: readChoices(choices).map((choice) => ({
      [name]: choice?.['delta'] ?? choice?.['message'] ?? {},
      // a whole answer has ended, even if the provider gives no reason
      finish_reason: choice?.['finish_reason'] ?? (name === 'message' ? 'stop' : undefined),
    })),
    usage: readUsage(usage),
  }
}

/** Sorts embeddings in the order of their texts. */
const toEmbeddings = (value: unknown) =>
  isFields(value) && {
    data: list((one) => one as Fields)(value['data']).sort(
      (a, b) => Number(a['index']) - Number(b['index']) || 0,
    ),
    usage: fields({ prompt_tokens: (tokens) => number(tokens) || 0 })(value['usage']),
  }

/** Transforms JSON; returns any other text unchanged, for the AI SDK to reject. */
const changeJson = (json: string, change: (value: unknown) => unknown) => {
  try {
    return JSON.stringify(change(JSON.parse(json)))
  } catch {
    return json
  }
}

const toEvent = (data: string) =>
  `data: ${data === '[DONE]' ? data : changeJson(data, toAnswer('delta'))}\n\n`

/** Transforms a line of an event stream; a comment that keeps the connection alive becomes a chunk without content. */
const toEvents = (line: string) => {
  const [, data] = /^data: ?(.*)/.exec(line) ?? []
  return data === undefined ? (line.startsWith(':') ? toEvent('{}') : '') : toEvent(data)
}

const tolerantEvents = () => {
  let rest = ''
  return new TransformStream<string, string>({
    transform: (piece, controller) => {
      const lines = (rest + piece).split(/\r?\n|\r(?!$)/)
      rest = lines.pop() ?? ''
      controller.enqueue(lines.map(toEvents).join(''))
    },
    flush: (controller) => controller.enqueue(toEvents(rest)),
  })
}

/**
 * Converts an answer of an OpenAI-compatible provider to one that the AI SDK accepts: the SDK rejects a whole chunk,
 * with its text, if any field has an unexpected type.
 */
export const toTolerantResponse = async (
  response: Response,
  { capabilities }: Pick<ConfiguredModel, 'capabilities'>,
): Promise<Response> => {
  const { ok, body, status, headers, url } = response
  if (!ok || !body) return response
  const { streaming } = capabilities
  const isJson = /json/i.test(headers.get('content-type') ?? '')
  const answerWith = (textValue: string | ReadableStream<Uint8Array>) =>
    new Response(textValue, { status, headers })
  if (url.endsWith('/embeddings')) return answerWith(changeJson(await response.text(), toEmbeddings))
  if (streaming && !isJson) {
    const events = body.pipeThrough(new TextDecoderStream()).pipeThrough(tolerantEvents())
    return answerWith(events.pipeThrough(new TextEncoderStream()))
  }
  const answer = await response.text()
  return answerWith(streaming ? toEvent(answer) : changeJson(answer, toAnswer('message')))
}
