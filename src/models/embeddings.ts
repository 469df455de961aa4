import { embedMany, wrapEmbeddingModel } from 'ai'
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

/** Statuses with which providers refuse a request that has too many texts, or too long ones. */
const sizeStatuses = [400, 413, 422]

/** Minimum number of characters of a text that is shortened for a provider. */
const minCharacters = 256

/** Returns two smaller requests, or the beginning of a single text; undefined for a text that is short already. */
const smaller = (values: string[]): string[][] | undefined => {
  const [first = ''] = values
  const half = Math.ceil(values.length / 2)
  if (values.length > 1) return [values.slice(0, half), values.slice(half)]
  return first.length > minCharacters ? [[first.slice(0, first.length / 2).toWellFormed()]] : undefined
}

/** Calls `embed`, with smaller requests if the provider refuses the size of one. */
const embedInParts = async (
  values: string[],
  embed: (values: string[]) => Promise<Embeddings>,
): Promise<Embeddings> => {
  try {
    return await embed(values)
  } catch (error) {
    const parts = smaller(values)
    if (!parts || !sizeStatuses.includes((error as { statusCode?: number }).statusCode ?? 0)) throw error
    const made: Embeddings[] = []
    // one after the other: a refusal of another kind ends with the first
    for (const part of parts) made.push(await embedInParts(part, embed))
    return {
      vectors: made.flatMap(({ vectors }) => vectors),
      tokens: made.reduce((sum, { tokens }) => sum + tokens, 0),
    }
  }
}

/** Has embeddings of texts made. Throws ModelError. This module is loaded when an embedding is wanted. */
export const embedTexts = async (
  configured: EmbeddingModel,
  values: string[],
  milliseconds: number,
  maxRetries = 0,
): Promise<Embeddings> => {
  // they would go to standard error
  globalThis.AI_SDK_LOG_WARNINGS = false
  const { name, embedding_model, max_embeddings } = configured
  try {
    const provider = await createProvider(configured)
    const asked = provider.embeddingModel(embedding_model)
    const overrideMaxEmbeddingsPerCall = () => max_embeddings as number
    const model = max_embeddings
      ? wrapEmbeddingModel({
          model: asked,
          middleware: { specificationVersion: 'v4', overrideMaxEmbeddingsPerCall },
        })
      : asked
    const abortSignal = AbortSignal.timeout(milliseconds)
    const embed = async (some: string[]): Promise<Embeddings> => {
      const { embeddings, usage } = await embedMany({
        model,
        values: some,
        maxRetries,
        maxParallelCalls: concurrency,
        abortSignal,
      })
      // some providers do not count, or count in fractions
      return { vectors: embeddings, tokens: Math.max(0, Math.round(usage.tokens || 0)) }
    }
    const made = await embedInParts(values, embed)
    if (!made.vectors.every(isUsable))
      throw new ModelError(`The model "${name}" gave embeddings that cannot be used.`)
    logTokens(name, made.tokens)
    return made
  } catch (error) {
    throw await toModelError(error, configured, JSON.stringify(values))
  }
}
