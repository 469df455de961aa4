import pMap from 'p-map'
import { findEmbeddingModel } from '../models/configured-models.ts'
import { embedTexts } from '../models/embeddings.ts'
import { toBatches } from '../platform/runtime/batches.ts'
import { log } from '../platform/runtime/log.ts'
import type { DocumentKey } from '../platform/search/index/document.ts'
import { findUnembedded, storeVector } from '../platform/search/index/passage-vector.ts'

/** Number of passages per message, and per call of the model: some servers accept no more. */
const passagesAtOnce = 96
const passagesOfCall = 32

/** Maximum number of passages with embeddings per resource, the first ones: about a megabyte of text. */
const maxPassages = 960

const callMilliseconds = 30_000

/** Maximum number of immediate retries of a call. */
const maxRetries = 1

const writesAtOnce = 8

/**
 * Embeds those passages of a resource, from a place on, that have no embedding of their current text by the configured
 * model. Returns the place to continue at. Throws ModelError; earlier embeddings stay stored.
 */
export const embedThing = async (key: DocumentKey, from: number): Promise<number | undefined> => {
  const configured = await findEmbeddingModel()
  if (!configured) return undefined
  const { id, embedding_model: model } = configured
  const { passages, isLast } = await findUnembedded(key, model, from, passagesAtOnce)
  for (const batch of toBatches(passages, passagesOfCall)) {
    const inputs = batch.map(({ input }) => input)
    const { vectors } = await embedTexts(configured, inputs, callMilliseconds, maxRetries)
    await pMap(batch, (passage, n) => storeVector(passage, model, vectors[n] ?? []), {
      concurrency: writesAtOnce,
    })
    log.info('passages embedded', { type: key.type, id: key.id, model: id, passages: batch.length })
  }
  const next = from + passagesAtOnce
  return isLast || next >= maxPassages ? undefined : next
}
