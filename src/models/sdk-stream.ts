import {
  jsonSchema,
  simulateStreamingMiddleware,
  streamText,
  wrapLanguageModel,
  type JSONValue,
  type TextStreamPart,
  type ToolSet,
} from 'ai'
import { toModelMessages, toToolSet } from './sdk-messages.ts'
import { maxOutputTokens } from './context-window.ts'
import type { ConfiguredModel } from './configured-models.ts'
import type { GenerationRequest, Turn } from './generation-request.ts'
import { systemPrompt } from './prompt.ts'
import { leavingOut, knownRefusedParameters } from './request-parameters.ts'
import { createProvider } from './sdk-provider.ts'
import { filterThoughts, retraction } from './thoughts.ts'

type SdkPart = TextStreamPart<ToolSet>

/** A part of the AI SDK, its text without thoughts; `retraction` takes back all text before it. */
export type SdkStreamPart = SdkPart | { type: 'retraction' }

/** One retry, after 2 s or the time that the provider states, if the connection broke or the provider is busy. */
const maxRetries = 1

/** IDs of models whose answers have begun with a thought without an opening tag. */
const startingWithThought = new Set<string>()

async function* withoutThoughts(
  parts: AsyncIterable<SdkPart>,
  { id, starts_with_thought }: ConfiguredModel,
): AsyncGenerator<SdkStreamPart> {
  const thoughts = filterThoughts(starts_with_thought || startingWithThought.has(id))
  let last: Extract<SdkPart, { type: 'text-delta' }> | undefined
  let hasCalls = false
  const toParts = (texts: ReturnType<typeof thoughts.push>) =>
    texts.map((text): SdkStreamPart => {
      if (text !== retraction) return { ...(last as NonNullable<typeof last>), text }
      startingWithThought.add(id)
      return { type: 'retraction' }
    })
  for await (const part of parts) {
    hasCalls ||= part.type === 'tool-call'
    if (part.type === 'text-delta') {
      last = part
      yield* toParts(thoughts.push(part.text))
    } else if (part.type === 'reasoning-delta') thoughts.skip()
    else if (part.type === 'finish') yield* toParts(thoughts.end(!hasCalls && part.finishReason !== 'length'))
    // each part is a sign of life, even one inside a thought
    yield part.type === 'text-delta' ? { ...part, text: '' } : part
  }
}

/** Asks a model for one step through the AI SDK, which runs no functions. Import this module only to call a model. */
export const startStream = async (
  question: GenerationRequest,
  turns: Turn[],
  configured: ConfiguredModel,
  signal: AbortSignal,
): Promise<AsyncIterable<SdkStreamPart>> => {
  // warnings of the SDK would go to standard error
  globalThis.AI_SDK_LOG_WARNINGS = false
  const { tools, parameters, model } = question
  const { temperature, top_p: topP } = parameters
  const provider = await createProvider(configured)
  const adapting = leavingOut(configured.id, knownRefusedParameters(configured))
  const { stream } = streamText({
    model: wrapLanguageModel({
      model: provider.languageModel(configured.model ?? configured.id),
      middleware: model.capabilities.streaming ? adapting : [simulateStreamingMiddleware(), adapting],
    }),
    instructions: systemPrompt(question),
    messages: toModelMessages(turns, question),
    ...(tools.length > 0 && { tools: toToolSet(tools, (schema) => jsonSchema(schema)) }),
    ...(temperature !== null && { temperature }),
    ...(topP !== null && { topP }),
    ...(configured.provider === 'bedrock' &&
      configured.extra_body && {
        providerOptions: { bedrock: { additionalModelRequestFields: configured.extra_body as JSONValue } },
      }),
    maxOutputTokens: maxOutputTokens(question),
    maxRetries: maxRetries,
    // raw chunks show that the provider is alive before it has any text
    include: { rawChunks: true },
    abortSignal: signal,
    // the default handler writes the request to standard error
    onError: () => {},
  })
  return withoutThoughts(stream, configured)
}
