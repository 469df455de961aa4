import {
  jsonSchema,
  simulateStreamingMiddleware,
  streamText,
  wrapLanguageModel,
  type TextStreamPart,
  type ToolSet,
} from 'ai'
import { toModelMessages, toToolSet } from './sdk-messages.ts'
import { maxOutputTokens } from './context-window.ts'
import type { ConfiguredModel } from './configured-models.ts'
import type { GenerationRequest, Turn } from './generation-request.ts'
import { systemPrompt } from './prompt.ts'
import { createProvider } from './sdk-provider.ts'

export type SdkStreamPart = TextStreamPart<ToolSet>

/** Once more, after 2 s or when the provider says: for a connection that was gone, and for a provider that is busy. */
const maxRetries = 1

/**
 * Asks a model for one step through the AI SDK, which runs no functions. This module is loaded when a model
 * is asked.
 */
export const startStream = async (
  question: GenerationRequest,
  turns: Turn[],
  configured: ConfiguredModel,
  signal: AbortSignal,
): Promise<AsyncIterable<SdkStreamPart>> => {
  // they would go to standard error
  globalThis.AI_SDK_LOG_WARNINGS = false
  const { tools, parameters, model } = question
  const { temperature, top_p: topP } = parameters
  const provider = await createProvider(configured)
  const asked = provider.languageModel(configured.model ?? configured.id)
  const { stream } = streamText({
    model: model.capabilities.streaming
      ? asked
      : wrapLanguageModel({ model: asked, middleware: simulateStreamingMiddleware() }),
    instructions: systemPrompt(question),
    messages: toModelMessages(turns, question),
    ...(tools.length > 0 && { tools: toToolSet(tools, (schema) => jsonSchema(schema)) }),
    ...(temperature !== null && { temperature }),
    ...(topP !== null && { topP }),
    maxOutputTokens: maxOutputTokens(question),
    maxRetries: maxRetries,
    abortSignal: signal,
    // by itself it would write the request to standard error
    onError: () => {},
  })
  return stream
}
