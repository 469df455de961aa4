import { jsonSchema, simulateStreamingMiddleware, streamText, wrapLanguageModel } from 'ai'
import type { TextStreamPart, ToolSet } from 'ai'
import { messagesOf, toolsOf } from './conversation.ts'
import { outputTokensOf } from './history.ts'
import type { ConfiguredModel } from './model.ts'
import type { Question, Turn } from './port.ts'
import { systemText } from './prompt.ts'
import { languageModel } from './provider.ts'

export type SdkPart = TextStreamPart<ToolSet>

/** Once more, after 2 s or when the provider says: for a connection that was gone, and for a provider that is busy. */
const retries = 1

/**
 * Asks a model for one step through the AI SDK, which runs no functions. This module is loaded when a model
 * is asked.
 */
export const startStep = async (
  question: Question,
  turns: Turn[],
  configured: ConfiguredModel,
  signal: AbortSignal,
): Promise<AsyncIterable<SdkPart>> => {
  // they would go to standard error
  globalThis.AI_SDK_LOG_WARNINGS = false
  const { functions, parameters, model } = question
  const { temperature, top_p: topP } = parameters
  const asked = await languageModel(configured)
  const { stream } = streamText({
    model: model.capabilities.streaming
      ? asked
      : wrapLanguageModel({ model: asked, middleware: simulateStreamingMiddleware() }),
    instructions: systemText(question),
    messages: messagesOf(turns, question),
    ...(functions.length > 0 && { tools: toolsOf(functions, (schema) => jsonSchema(schema)) }),
    ...(temperature !== null && { temperature }),
    ...(topP !== null && { topP }),
    maxOutputTokens: outputTokensOf(question),
    maxRetries: retries,
    abortSignal: signal,
    // by itself it would write the request to standard error
    onError: () => {},
  })
  return stream
}
