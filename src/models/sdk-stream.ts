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
import { type GenerationRequest, type Turn, ModelError } from './generation-request.ts'
import { systemPrompt } from './prompt.ts'
import type { LanguageModelV4 } from '@ai-sdk/provider'
import * as z from '../platform/schema/schema.ts'
import { environment } from '../platform/runtime/environment.ts'
import { secret } from '../platform/aws/secret.ts'

const Keys = z.record(z.string(), z.string().min(1))

/** The key of a model, undefined when it needs none. Throws ModelError when the keys cannot be read. */
const readApiKey = async ({ id, name }: ConfiguredModel): Promise<string | undefined> => {
  try {
    return Keys.parse(JSON.parse(await secret(environment.modelKeysSecretId)))[id]
  } catch {
    // what went wrong might quote the secret
    throw new ModelError(`The key of the model "${name}" cannot be read; an administrator can fix that.`)
  }
}

/** Who is configured is asked, and nobody to whom they send us: what people wrote would go there. */
const withoutRedirects: typeof fetch = (input, init) => fetch(input, { ...init, redirect: 'manual' })

/** A model as the AI SDK asks it. Each provider's code is loaded when it is needed. */
const createLanguageModel = async (configured: ConfiguredModel): Promise<LanguageModelV4> => {
  const { provider, model = configured.id, base_url: baseURL, region } = configured
  if (provider === 'bedrock') {
    const { createAmazonBedrock } = await import('@ai-sdk/amazon-bedrock')
    return createAmazonBedrock({
      fetch: withoutRedirects,
      ...(baseURL && { baseURL }),
      ...(region && { region }),
    })(model)
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  const apiKey = await readApiKey(configured)
  return createOpenAICompatible({
    name: 'model',
    baseURL: baseURL as string,
    includeUsage: true,
    fetch: withoutRedirects,
    ...(apiKey && { apiKey }),
  })(model)
}

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
  const asked = await createLanguageModel(configured)
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
