import { setTimeout as sleep } from 'node:timers/promises'
import type { EmbeddingModel } from '../models/configured-models.ts'
import { embedTexts } from '../models/embeddings.ts'
import { cosine } from '../platform/search/index/passage-vector.ts'
import type { FoundPassage } from '../platform/search/query/passages.ts'
import type { ChunkedSource, RankedChunk } from './ranked-chunks.ts'

/** Maximum number of passages found by words that are reordered (decision 0059). */
const maxReranked = 50

/** Maximum time that a reply waits for the embedding of its question, in milliseconds. */
const maxMilliseconds = 2_000

/** Length of the embedded end of a question, in characters; the messages that it refers to come before it. */
const maxCharacters = 2_000

type Row<T> = Pick<RankedChunk<T, FoundPassage>, 'source' | 'chunk'>

/**
 * Reorders the first ranked passages, and after them the passages of the same sources without words of the question, by
 * their similarity to the question. Passages without an embedding by this model keep their place.
 */
const rerankBy =
  (model: string, question: number[]) =>
  <T>(ranked: Row<T>[], sources: ChunkedSource<T, FoundPassage>[]): Row<T>[] => {
    const isRanked = new Set(ranked.map(({ chunk }) => chunk))
    const others = sources.flatMap(({ source, chunks }) =>
      chunks.filter((chunk) => !isRanked.has(chunk)).map((chunk) => ({ source, chunk })),
    )
    const rows = [...ranked, ...others].slice(0, maxReranked)
    const near = rows.map(({ chunk: { vector } }) =>
      vector?.model === model ? cosine(question, vector) : undefined,
    )
    const places = [...rows.keys()].filter((place) => near[place] !== undefined)
    const sorted = places.toSorted((a, b) => (near[b] ?? 0) - (near[a] ?? 0))
    const order = new Map(places.map((place, n) => [place, sorted[n]]))
    const isKept = (place: number) => order.has(place) || place < ranked.length
    return [...rows.keys()]
      .filter(isKept)
      .flatMap((place) => rows[order.get(place) ?? place] ?? [])
      .concat(ranked.slice(maxReranked))
  }

/** A question with its embedding, which orders the passages found for it. */
export interface EmbeddedQuestion {
  rerank: ReturnType<typeof rerankBy>
  /** Number of tokens that the model read. */
  tokens: number
}

/** Embeds a question; returns undefined if that fails or takes too long, which is logged. */
export const embedQuestion = async (
  configured: EmbeddingModel,
  question: string,
  milliseconds = maxMilliseconds,
): Promise<EmbeddedQuestion | undefined> => {
  const text = question.slice(-maxCharacters).toWellFormed()
  const made = embedTexts(configured, [text], milliseconds).catch(() => undefined)
  // reading the API keys of models may take longer
  const { vectors: [vector] = [], tokens = 0 } =
    (await Promise.race([made, sleep(milliseconds, undefined, { ref: false })])) ?? {}
  return vector && { rerank: rerankBy(configured.embedding_model, vector), tokens }
}
