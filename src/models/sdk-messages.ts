import type { JSONValue, ModelMessage, ToolSet } from 'ai'
import type { AttachedFile } from './attached-file.ts'
import type { ToolResult, ToolCall, Tool, GenerationRequest, Turn } from './generation-request.ts'
import { formatPromptMessage, formatPassages } from './prompt.ts'

/**
 * Returns a valid function name: a name that the model made up may be one that its provider rejects in the next
 * request.
 */
const toSafeName = (name: string) => name.replace(/[^\w-]/g, '_').slice(0, 64) || '_'

const toCallPart = ({ id, name, arguments: input }: ToolCall) => ({
  type: 'tool-call' as const,
  toolCallId: id,
  toolName: toSafeName(name),
  input,
})

const toResultPart = ({ id, name, result, isError }: ToolResult) => ({
  type: 'tool-result' as const,
  toolCallId: id,
  toolName: toSafeName(name),
  output: {
    type: isError ? ('error-json' as const) : ('json' as const),
    value: (result ?? null) as JSONValue,
  },
})

const toImagePart = ({ image }: AttachedFile) =>
  image ? [{ type: 'file' as const, mediaType: image.mediaType, data: image.bytes }] : []

const toModelMessage = (turn: Turn, request: GenerationRequest, passages: string): ModelMessage => {
  if (turn.role === 'user') {
    const text = [passages, formatPromptMessage(turn, request)].filter(Boolean).join('\n\n')
    const images = turn.attachments?.flatMap(toImagePart) ?? []
    return { role: 'user', content: images.length > 0 ? [{ type: 'text', text }, ...images] : text }
  }
  if (turn.role === 'results') return { role: 'tool', content: turn.results.map(toResultPart) }
  const text = turn.text === '' ? [] : [{ type: 'text' as const, text: turn.text }]
  return { role: 'assistant', content: [...text, ...turn.calls.map(toCallPart)] }
}

const isEmptyTurn = (turn: Turn) =>
  (turn.role === 'assistant' && turn.text === '' && turn.calls.length === 0) ||
  (turn.role === 'results' && turn.results.length === 0)

const toContentParts = <T>(content: string | T[]) =>
  typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content

const joinContents = <T>(one: string | T[], other: string | T[]) =>
  typeof one === 'string' && typeof other === 'string'
    ? `${one}\n\n${other}`
    : [...toContentParts(one), ...toContentParts(other)]

/** Joins neighboring messages of one role: many models require that user and assistant alternate. */
const alternate = (messages: ModelMessage[]): ModelMessage[] =>
  messages.reduce<ModelMessage[]>((joined, message) => {
    const last = joined.at(-1)
    if (last?.role !== message.role || message.role === 'tool') return [...joined, message]
    return [
      ...joined.slice(0, -1),
      { role: message.role, content: joinContents<object>(last.content, message.content) } as ModelMessage,
    ]
  }, [])

/** Converts turns to messages of the AI SDK; the passages precede the text of the user's last turn. */
export const toModelMessages = (turns: Turn[], request: GenerationRequest): ModelMessage[] => {
  const passages = formatPassages(request.passages, request)
  const last = turns.findLast(({ role }) => role === 'user')
  return alternate(
    turns
      .filter((turn) => !isEmptyTurn(turn))
      .map((turn) => toModelMessage(turn, request, turn === last ? passages : '')),
  )
}

/** Converts functions to tools of the AI SDK, which does not run them. */
export const toToolSet = (
  functions: Tool[],
  schemaOf: (schema: Record<string, unknown>) => ToolSet[string]['inputSchema'],
): ToolSet =>
  Object.fromEntries(
    functions.map(({ name, description, parameters }) => [
      name,
      { description, inputSchema: schemaOf(parameters) },
    ]),
  )

/** Maximum length of invalid arguments that are kept for the model to see. */
const maxInvalidCharacters = 1_000

/**
 * Converts a call made by a model. Arguments that are no JSON object become `invalid_json` with the original text: no
 * function has such a parameter, so the call is rejected with a message that tells the model why, and nothing runs by
 * mistake.
 */
export const toToolCall = (id: string, name: string, input: unknown): ToolCall => {
  if (typeof input === 'object' && input !== null && !Array.isArray(input))
    return { id, name, arguments: input as Record<string, unknown> }
  const text = typeof input === 'string' ? input : JSON.stringify(input ?? null)
  return {
    id,
    name,
    arguments: text.trim() === '' ? {} : { invalid_json: text.slice(0, maxInvalidCharacters).toWellFormed() },
  }
}
