import { setTimeout as sleep } from 'node:timers/promises'
import type { EmbeddingModel } from '../models/configured-models.ts'
import { embedTexts } from '../models/embeddings.ts'
import { cosine } from '../platform/search/index/passage-vector.ts'
import type { FoundPassage } from '../platform/search/query/passages.ts'
import type { ChunkedSource, RankedChunk } from './ranked-chunks.ts'

/** How many of the passages that words have found are put in another order (decision 0059). */
const maxReranked = 50

/** How long an answer waits for the embedding of its question. */
const maxMilliseconds = 2_000

/** So much of a question is embedded, its end: what it refers back to comes before it. */
const maxCharacters = 2_000

type Row<T> = Pick<RankedChunk<T, FoundPassage>, 'source' | 'chunk'>

/**
 * The first of the ranked passages by how near they are to the question, behind them those that have none of its
 * words. What has no embedding by that model keeps its place.
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

/** A question with its embedding: it knows the order of what was found for it. */
export interface EmbeddedQuestion {
  rerank: ReturnType<typeof rerankBy>
  /** How many tokens the model has read. */
  tokens: number
}

/** Has the embedding of a question made; undefined where that fails or takes long, which is logged. */
export const embedQuestion = async (
  configured: EmbeddingModel,
  question: string,
  milliseconds = maxMilliseconds,
): Promise<EmbeddedQuestion | undefined> => {
  const text = question.slice(-maxCharacters).toWellFormed()
  const made = embedTexts(configured, [text], milliseconds).catch(() => undefined)
  // keys of models may be slower to read
  const { vectors: [vector] = [], tokens = 0 } =
    (await Promise.race([made, sleep(milliseconds, undefined, { ref: false })])) ?? {}
  return vector && { rerank: rerankBy(configured.embedding_model, vector), tokens }
}
