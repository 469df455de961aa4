import { embedMany, wrapEmbeddingModel } from 'ai'
import type { EmbeddingModel } from './configured-models.ts'
import { ModelError } from './generation-request.ts'
import { toModelError } from './provider-error.ts'
import { createProvider } from './sdk-provider.ts'
import { logTokens } from './usage-log.ts'

/** Vectors in the order of their texts, and the number of tokens that the model read. */
export interface Embeddings {
  vectors: number[][]
  tokens: number
}

/** Maximum number of dimensions of a vector: no model has more, and each dimension is one byte of a table item. */
const maxDimensions = 4_096

/** Maximum number of concurrent calls if the texts do not fit into one. */
const concurrency = 8

const isUsable = (vector: number[]) =>
  vector.length > 0 &&
  vector.length <= maxDimensions &&
  vector.every(Number.isFinite) &&
  vector.some((value) => value !== 0)

/** Statuses with which providers reject a request with too many or too long texts. */
const sizeStatuses = [400, 413, 422]

/** Texts up to this length are not shortened for a provider, in characters. */
const minCharacters = 256

/** Returns two smaller requests, or the first half of a single text; undefined if the text is short already. */
const smaller = (values: string[]): string[][] | undefined => {
  const [first = ''] = values
  const half = Math.ceil(values.length / 2)
  if (values.length > 1) return [values.slice(0, half), values.slice(half)]
  return first.length > minCharacters ? [[first.slice(0, first.length / 2).toWellFormed()]] : undefined
}

/** Calls `embed`, and retries with smaller requests if the provider rejects the size of one. */
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
    // sequential, so that an error of another kind stops at the first request
    for (const part of parts) made.push(await embedInParts(part, embed))
    return {
      vectors: made.flatMap(({ vectors }) => vectors),
      tokens: made.reduce((sum, { tokens }) => sum + tokens, 0),
    }
  }
}

/** Embeds texts. Throws ModelError. Import this module only if an embedding is needed. */
export const embedTexts = async (
  configured: EmbeddingModel,
  values: string[],
  milliseconds: number,
  maxRetries = 0,
): Promise<Embeddings> => {
  // warnings of the SDK would go to standard error
  globalThis.AI_SDK_LOG_WARNINGS = false
  const { name, embedding_model, max_embeddings } = configured
  try {
    const provider = await createProvider(configured)
    const unlimited = provider.embeddingModel(embedding_model)
    const overrideMaxEmbeddingsPerCall = () => max_embeddings as number
    const model = max_embeddings
      ? wrapEmbeddingModel({
          model: unlimited,
          middleware: { specificationVersion: 'v4', overrideMaxEmbeddingsPerCall },
        })
      : unlimited
    const abortSignal = AbortSignal.timeout(milliseconds)
    const embed = async (batch: string[]): Promise<Embeddings> => {
      const { embeddings, usage } = await embedMany({
        model,
        values: batch,
        maxRetries,
        maxParallelCalls: concurrency,
        abortSignal,
      })
      // some providers report no usage, or fractions
      return { vectors: embeddings, tokens: Math.max(0, Math.round(usage.tokens || 0)) }
    }
    const made = await embedInParts(values, embed)
    if (!made.vectors.every(isUsable))
      throw new ModelError(`The model "${name}" returned unusable embeddings.`)
    logTokens(name, made.tokens)
    return made
  } catch (error) {
    throw await toModelError(error, configured, JSON.stringify(values))
  }
}
