import { embedMany } from 'ai'
import type { EmbeddingModel } from './configured-models.ts'
import { ModelError } from './generation-request.ts'
import { toModelError } from './provider-error.ts'
import { createProvider } from './sdk-provider.ts'
import { logTokens } from './usage-log.ts'

/** Vectors of texts, in their order, and how many tokens the model has read for them. */
export interface Embeddings {
  vectors: number[][]
  tokens: number
}

/** No model has more dimensions: each is a byte of an item of the table. */
const maxDimensions = 4_096

/** How many calls are made at once for texts that do not fit into one. */
const concurrency = 8

const isUsable = (vector: number[]) =>
  vector.length > 0 &&
  vector.length <= maxDimensions &&
  vector.every(Number.isFinite) &&
  vector.some((value) => value !== 0)

/** Has embeddings of texts made. Throws ModelError. This module is loaded when an embedding is wanted. */
export const embedTexts = async (
  configured: EmbeddingModel,
  values: string[],
  milliseconds: number,
  maxRetries = 0,
): Promise<Embeddings> => {
  // they would go to standard error
  globalThis.AI_SDK_LOG_WARNINGS = false
  const { name, embedding_model } = configured
  try {
    const provider = await createProvider(configured)
    const { embeddings, usage } = await embedMany({
      model: provider.embeddingModel(embedding_model),
      values,
      maxRetries,
      maxParallelCalls: concurrency,
      abortSignal: AbortSignal.timeout(milliseconds),
    })
    if (!embeddings.every(isUsable))
      throw new ModelError(`The model "${name}" gave embeddings that cannot be used.`)
    // some providers do not count
    const tokens = usage.tokens || 0
    logTokens(name, tokens)
    return { vectors: embeddings, tokens }
  } catch (error) {
    throw toModelError(error, configured)
  }
}
